import type { z } from 'zod'
import { startEarly, type Tx } from '../db/db.ts'
import type { ProjectRow, SessionRow } from '../db/tables.ts'
import { formatInstant } from '../kernel/instants.ts'
import { type InProject, lockProject } from '../projects/store.ts'
import type { RecordsContext } from './context.ts'
import { replay, storeAnswer } from './idempotency.ts'
import { type ResolvedSession, resolveSession, type SessionArguments, writeInSession } from './session.ts'

interface WriteRequest<O extends z.ZodObject> {
  operation: string
  args: SessionArguments & { idempotency_key?: string | undefined }
  output: O
}

interface WriteScope {
  project: ProjectRow
  resolved: ResolvedSession
  now: string
}

interface WriteAnswer<R> {
  result: R
  session: SessionRow
  /** Whether a repeated call gets this stored answer; a conflict is checked again. */
  isReplayable: boolean
  /** The records whose text is in the answer. */
  seqs: number[]
}

/**
 * Every write of a session runs in this: one transaction that locks the project, returns the stored answer for a known
 * idempotency key, else does the work and stores its answer.
 */
export async function sessionWrite<O extends z.ZodObject>(
  ctx: RecordsContext & InProject,
  { operation, args, output }: WriteRequest<O>,
  work: (tx: Tx, scope: WriteScope) => Promise<WriteAnswer<z.input<O>>>,
): Promise<z.input<O>> {
  const now = formatInstant(ctx.clock())
  const { principal } = ctx.call
  return writeInSession(ctx, ctx.db.write, async tx => {
    const keyed = { operation, principal, args, now }
    // Started together, in the order of the locks: none of them needs the result of another.
    const locking = startEarly(lockProject(tx, ctx.project.id))
    const replaying = startEarly(replay(tx, keyed))
    const resolving = startEarly(resolveSession(tx, ctx, args, ctx.project.id))
    const project = await locking
    const replayed = await replaying
    if (replayed) return { result: output.parse(replayed) as z.input<O> }
    const resolved = await resolving
    const answer = await work(tx, { project, resolved, now })
    if (answer.isReplayable) await storeAnswer(tx, keyed, answer.result, answer.seqs)
    return { result: answer.result, used: { via: resolved.via, session: answer.session } }
  })
}
