import { z } from 'zod'
import { knownRoles, roleKey } from '../agents/roles.ts'
import { roomOperation } from '../context.ts'
import { isSession } from '../direct/direct-calls.ts'
import { notFound, roomFault } from '../faults.ts'
import { isId } from '../ids.ts'
import type { Room } from '../room.ts'
import { Verdict } from '../schema.ts'
import { validateReply } from './validate-reply.ts'
import { treeForCheck } from './verdict.ts'

const maxReplyBytes = 65_536

export const roomCheckReply = roomOperation({
  name: 'room_check_reply',
  summary:
    'Judges a reply before you give it: its one Evidence line, its quotes, places and receipts. Correct what reason says.',
  effect: 'read',
  access: 'reader',
  schemaDetail: 'brief',
  routes: ['POST /api/evidence/check'],
  input: z.strictObject({
    text: z.string(),
    role: z.string().min(1).max(40).describe('assistant, planner, writer, editor, critic, continuity, librarian …'),
    sessionId: z.string().describe('Only receipts of this session count then').optional(),
    roundId: z.string().optional(),
    turnId: z.string().optional(),
  }),
  output: Verdict,
  toStatus: ({ status }) => ({ exit: status === 'accepted' || status === 'abstained' ? 0 : 3 }),
  async run({ text, role, sessionId, roundId, turnId }, { room }) {
    if (Buffer.byteLength(text) > maxReplyBytes) throw roomFault('too_large', { limit: maxReplyBytes })
    await requireRole(room, role)
    const session = sessionId ?? null
    if (session !== null && !(await isSession(room, session))) throw notFound('session')
    return validateReply({
      text,
      kind: roundId === undefined ? 'tools' : 'phase2',
      // A caller that names no chat may be in a round, where the word is an answer.
      mayAbstain: session === null || !isId('chat', session),
      role,
      session,
      ...(roundId !== undefined && { round: roundId }),
      turn: turnId ?? '',
      receipts: session === null ? [] : await room.audit.receiptsOf(session),
      snapshot: await treeForCheck(room.workspace.vfs, text),
      audit: room.audit,
      settings: (await room.workspace.settings()).evidence,
    })
  },
})

/** An unknown role could cite everything, and the reply would be checked by rules that no agent has. */
async function requireRole(room: Room, given: string): Promise<void> {
  const { agents } = await room.agents.read()
  const roles = [...new Set([...knownRoles, ...agents.map(({ role }) => roleKey(role))])]
  if (roles.includes(roleKey(given))) return
  throw roomFault('invalid_request', { fields: [{ path: 'role', rule: `one of ${roles.join(', ')}` }] })
}
