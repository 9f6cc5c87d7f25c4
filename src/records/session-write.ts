import type { z } from 'zod'
import type { Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { formatInstant } from '../kernel/instants.ts'
import { authorize, lockProject } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { remember, replay } from './idempotency.ts'
import { type Aim, aim, type SessionArguments, writeInSession } from './session.ts'

interface Asked<O extends z.ZodObject> {
  operation: string
  args: SessionArguments & { idempotency_key?: string | undefined }
  output: O
  /** Which project is written to; where only the session tells, what it was found by. */
  locate(tx: Tx): Promise<{ project: string; aimed?: Aim }>
}

interface Frame {
  project: ProjectRow
  aimed: Aim
  now: string
}

interface Answer<R> {
  result: R
  session: SessionRow
  /** Whether a repetition of the call shall get this very answer; conflicts are judged anew. */
  keep: boolean
  /** The records whose text the answer holds. */
  seqs: number[]
}

/**
 * The frame of every write of a session: one transaction that locks the project, answers a known key with what it
 * answered before, does the work and remembers the answer.
 */
export async function sessionWrite<O extends z.ZodObject>(
  ctx: RecordsContext,
  { operation, args, output, locate }: Asked<O>,
  work: (tx: Tx, frame: Frame) => Promise<Answer<z.input<O>>>,
): Promise<z.input<O>> {
  const now = formatInstant(ctx.clock())
  const { principal } = ctx.call
  return writeInSession(ctx, ctx.db.write, async tx => {
    const located = await locate(tx)
    const project = await lockProject(tx, located.project)
    await authorize(tx, principal, project.id, 'writer')
    const keyed = { operation, principal, args, now }
    const replayed = await replay(tx, keyed)
    if (replayed) return { result: output.parse(replayed) as z.input<O> }
    const aimed = located.aimed ?? (await aim(tx, ctx, args, project.id))
    const answer = await work(tx, { project, aimed, now })
    if (answer.keep) await remember(tx, keyed, answer.result, answer.seqs)
    return { result: answer.result, used: { via: aimed.via, session: answer.session } }
  })
}
