import type { z } from 'zod'
import type { Tx } from '../db/db.ts'
import { start } from '../db/start.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { formatInstant } from '../kernel/instants.ts'
import { type InProject, lockProject } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { remember, replay } from './idempotency.ts'
import { type Aim, aim, type SessionArguments, writeInSession } from './session.ts'

interface Asked<O extends z.ZodObject> {
  operation: string
  args: SessionArguments & { idempotency_key?: string | undefined }
  output: O
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
  ctx: RecordsContext & InProject,
  { operation, args, output }: Asked<O>,
  work: (tx: Tx, frame: Frame) => Promise<Answer<z.input<O>>>,
): Promise<z.input<O>> {
  const now = formatInstant(ctx.clock())
  const { principal } = ctx.call
  return writeInSession(ctx, ctx.db.write, async tx => {
    const keyed = { operation, principal, args, now }
    // Asked in one go, in the order of the locks: none of them needs the answer to another.
    const locking = start(lockProject(tx, ctx.project.id))
    const replaying = start(replay(tx, keyed))
    const aiming = start(aim(tx, ctx, args, ctx.project.id))
    const project = await locking
    const replayed = await replaying
    if (replayed) return { result: output.parse(replayed) as z.input<O> }
    const aimed = await aiming
    const answer = await work(tx, { project, aimed, now })
    if (answer.keep) await remember(tx, keyed, answer.result, answer.seqs)
    return { result: answer.result, used: { via: aimed.via, session: answer.session } }
  })
}
