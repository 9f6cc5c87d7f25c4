import type { AnchorRow, ReceiptRow } from '../../db/tables.ts'
import type { AuditProblem } from './audit.ts'
import { type AuditContext, names, sessionNames } from './context.ts'
import { examine, type LogEnd, readFreshState, readState } from './examine.ts'
import { signingKeys } from './key-changes.ts'
import { type Keys, loadKeys } from './keys.ts'
import { lockSession } from './locks.ts'
import { settledEnd, writeEnd } from './session-end.ts'
import { moveTornTail } from './torn.ts'

/** Looks at every session a killed process may have left half written. What was tampered with is left as it is. */
export async function recoverSessions(ctx: AuditContext, keys: Keys, anchors: readonly AnchorRow[]): Promise<void> {
  const bySession = new Map(anchors.filter(({ kind }) => kind === 'session').map(anchor => [anchor.name, anchor]))
  for (const session of await sessionNames(ctx)) {
    const state = await readState(ctx, session, bySession.get(session))
    if (settledEnd(session, state, keys)) continue
    await lockSession(ctx, session, async () => recoverSession(ctx, await loadKeys(ctx), session))
  }
}

/** With the session's lock held. Adopts whole lines that nobody was told of, and moves a torn one aside. */
export async function recoverSession(
  ctx: AuditContext,
  keys: Keys,
  session: string,
): Promise<{ end: LogEnd } | { problems: AuditProblem[] }> {
  const state = await readFreshState(ctx, session)
  const settled = settledEnd(session, state, keys)
  if (settled) return { end: settled }
  const added: ReceiptRow[] = []
  const { problems, end, headCount } = await examine(ctx, keys, session, state, {
    each: ({ start, end: after }, { receipt_id, seq }) => {
      if (seq <= (state.anchor?.count ?? 0)) return
      added.push({
        project_id: ctx.project,
        receipt_id,
        session_id: session,
        seq,
        start_byte: start,
        byte_count: after - start,
      })
    },
  })
  if (problems.some(({ code }) => code !== 'torn_tail')) return { problems }
  if (problems.length > 0) await moveTornTail(ctx, names.log(session), end.bytes)
  if (end.count > headCount || end.count > (state.anchor?.count ?? 0)) {
    const { key } = await signingKeys(ctx)
    await writeEnd(ctx, session, end, key, added)
  }
  return { end }
}
