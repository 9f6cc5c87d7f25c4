import { formatInstant } from '../../kernel/instants.ts'
import { cutTo } from '../../kernel/text.ts'
import { roleKey } from '../agents/roles.ts'
import { tampered } from '../audit/context.ts'
import { notFound } from '../faults.ts'
import { issueLimits } from '../issues/schema.ts'
import type { Room } from '../room.ts'
import { type ChatTurn, chatTitle, openChat } from './chat.ts'

interface SavedChat {
  issueId: number
  linked: number
  created: boolean
}

/** A chat as an issue, with the receipts of its turns; the same chat at the same turn makes one issue only. */
export async function saveAsIssue(room: Room, id: string, title: string | undefined): Promise<SavedChat> {
  const chat = openChat(room, id)
  const info = await chat.info()
  const turns = await chat.turns()
  const [first] = turns
  if (!info || !first) throw notFound('chat', { id })
  const { status, problems } = await room.audit.verifySession(id, { fresh: true })
  if (status !== 'ok') throw tampered('The receipts of the chat do not verify, so it is not saved.', problems)
  const agent = (await room.agents.read()).agents.find(each => each.id === info.agentId)
  const { issue, created } = await room.issues.open(
    {
      title: title ?? chatTitle(first.begun.message),
      body: cutTo(bodyOf(id, agent?.name ?? info.agentId, turns), issueLimits.body),
      openedBy: 'user',
      tags: ['from-chat', roleKey(agent?.role ?? first.begun.role)],
      sourceKey: `chat:${id}:${turns.at(-1)?.begun.turnId}`,
    },
    formatInstant(room.clock()),
  )
  const { linked } = await room.audit.link({ sessionId: id, issueId: issue.id })
  return { issueId: issue.id, linked, created }
}

function bodyOf(id: string, name: string, turns: readonly ChatTurn[]): string {
  const receipts = turns.flatMap(({ ended }) => ended?.calls ?? [])
  return [
    `Chat ${id} with ${name}.`,
    ...(receipts.length > 0
      ? [`Receipts: ${receipts.map(each => `${each.receiptId} (${each.toolId})`).join(', ')}`]
      : []),
    ...turns.flatMap(turn => [`**User**\n${turn.begun.message}`, `**${name}**\n${said(turn)}`]),
  ].join('\n\n')
}

/** Only what was accepted is repeated; of the rest, how it ended. */
function said({ begun, ended }: ChatTurn): string {
  if (!ended) return 'not answered yet'
  if (ended.state === 'accepted') return begun.kind === 'raw' ? 'answered without evidence (unverified)' : ended.content
  return ended.stopHook?.code ? `${ended.state}: ${ended.stopHook.code}` : ended.state
}
