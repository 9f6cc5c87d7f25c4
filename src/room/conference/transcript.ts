import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { roleNamed } from '../agents/roles.ts'
import { tamperedFault } from '../audit/context.ts'
import { issueLimits } from '../issues/schema.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { Conference, Round, RoundTurn } from './schema.ts'
import { conferenceOf } from './store.ts'

/** One thing the chat shows. Abstentions and skips show on cards only. */
export const Message = z.object({
  kind: z.enum(['user', 'system', 'agent', 'notice']),
  roundId: z.string(),
  number: z.int(),
  turnId: z.string().optional(),
  agentId: z.string().optional(),
  name: z.string().optional(),
  role: z.string().optional(),
  content: z.string(),
  at: z.string(),
  verdict: z.looseObject({}).optional(),
})
export type Message = z.output<typeof Message>

/** What people saw of a round, in order: the prompt, what phase 1 had to say, answers and notices. */
export function messagesOf(round: Round): Message[] {
  const { roundId, number, prompt, createdAt, phase1, turns } = round
  const here = { roundId, number }
  const gathering = isFailure(phase1.state)
    ? [
        {
          ...here,
          kind: 'system' as const,
          content: `[Phase 1] ${stopText(phase1.stopHook)}`,
          at: phase1.endedAt ?? createdAt,
        },
      ]
    : []
  return [
    { ...here, kind: 'user', content: prompt, at: createdAt },
    ...gathering,
    ...turns.flatMap(turn => {
      const message = messageOf(turn)
      return message ? [{ ...here, ...message }] : []
    }),
  ]
}

/** A round as Markdown: `**name (role)**`, then what was said. */
export function roundAsMarkdown(round: Round): string {
  return messagesOf(round).map(messageAsMarkdown).join('\n\n')
}

/** The visible stop of a turn. */
function stopText(stopHook: RoundTurn['stopHook']): string {
  if (!stopHook) return 'STOP_HOOK: error'
  const { type, code, detail } = stopHook
  if (code === null) return `STOP_HOOK: ${type}${detail ? `\n${detail}` : ''}`
  return `STOP_HOOK: ${type}\nReason: ${code}${detail ? ` (${detail})` : ''}`
}

function messageOf(turn: RoundTurn): Omit<Message, 'roundId' | 'number'> | undefined {
  const { turnId, agentId, name, role, startedAt, endedAt = startedAt, state, content = '', verdict, stopHook } = turn
  const who = { turnId, agentId, name, role, at: endedAt }
  if (state === 'accepted') return { ...who, kind: 'agent', content, ...(verdict && { verdict }) }
  return isFailure(state) ? { ...who, kind: 'notice', content: stopText(stopHook) } : undefined
}

function isFailure(state: RoundTurn['state']): boolean {
  return state === 'rejected' || state === 'stopped' || state === 'error'
}

function messageAsMarkdown({ kind, name = '', role = '', content }: Message): string {
  if (kind === 'system') return content
  return `${kind === 'user' ? '**User**' : `**${name} (${roleNamed(role).label})**`}\n\n${content}`
}

/** All rounds of a conference, the first one first. */
export async function allRounds(room: Room, id: string): Promise<Round[]> {
  const files = room.conferences.files(id)
  const { roundCount } = await conferenceOf(files)
  const numbers = Array.from({ length: roundCount }, (_, index) => index + 1)
  const rounds = await Promise.all(numbers.map(number => files.round(number).read()))
  return rounds.filter(round => round !== null)
}

interface WholeTranscript {
  conference: Conference
  messages: Message[]
  markdown: string
}

/** One continuous chat, from the records of the rounds. */
export async function wholeTranscript(room: Room, id: string): Promise<WholeTranscript> {
  const [conference, rounds] = await Promise.all([conferenceOf(room.conferences.files(id)), allRounds(room, id)])
  const parts = rounds.map(round => `## Turn ${round.number}\n\n${roundAsMarkdown(round)}`)
  const heading = `# Conference ${id}${conference.agenda && `\n\n${conference.agenda}`}`
  return { conference, messages: rounds.flatMap(messagesOf), markdown: `${[heading, ...parts].join('\n\n')}\n` }
}

/** Keeps the whole conference as one more issue, with the receipts of all its rounds. */
export async function saveAsIssue(room: Room, id: string, title?: string): Promise<{ issueId: number }> {
  const { conference, markdown, messages } = await wholeTranscript(room, id)
  const { status, problems } = await room.audit.verifySession(id, { fresh: true })
  if (status !== 'ok') throw tamperedFault('The session does not verify, so nothing of it is saved.', problems)
  const { issue } = await room.issues.open(
    {
      title: title ?? `Conference ${id}`,
      body: cutTo(markdown, issueLimits.body),
      openedBy: 'user',
      tags: ['conference-transcript'],
      status: 'closed',
      // Saving again what was saved already gives the same issue.
      sourceKey: `conference:${id}:${messages.length}`,
      conferenceId: conference.id,
    },
    instant(room),
  )
  await room.audit.link({ sessionId: id, issueId: issue.id })
  return { issueId: issue.id }
}

/** What an agent that runs rounds gets to see of one: the states of all turns and what was said. */
export const RoundReport = z.object({
  conferenceId: z.string(),
  roundId: z.string(),
  number: z.int(),
  state: z.string(),
  receiptIds: z.array(z.string()),
  turns: z.array(z.object({ agentId: z.string(), state: z.string(), reason: z.string().optional() })),
  transcript: z.array(z.object({ from: z.string(), content: z.string() })),
  issueId: z.int().optional(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional().describe('When one of its turns began or ended last'),
})

/** A round for chats: ids first, then how each turn ended and what was said. */
export function roundText(round: z.output<typeof RoundReport>): string {
  return [
    `${round.conferenceId} round ${round.number} (${round.roundId}): ${round.state}`,
    ...(round.issueId === undefined ? [] : [`issue: ${round.issueId}`]),
    ...round.receiptIds.map(id => `receipt_id: ${id}`),
    ...round.turns.map(({ agentId, state, reason }) => `${agentId}: ${state}${reason ? ` (${reason})` : ''}`),
    ...round.transcript.map(({ from, content }) => `\n${from}:\n${content}`),
  ].join('\n')
}

export function reportOf(conferenceId: string, round: Round): z.input<typeof RoundReport> {
  const { roundId, number, state, phase1, turns, issueId, createdAt, endedAt, closedAt } = round
  const times = [phase1, ...turns].flatMap(turn => [turn.startedAt ?? '', turn.endedAt ?? ''])
  return {
    conferenceId,
    roundId,
    number,
    state,
    receiptIds: phase1.receiptIds,
    turns: turns.map(({ agentId, state: ended, stopHook }) => {
      const reason = stopHook?.code ?? stopHook?.type
      return { agentId, state: ended, ...(reason !== undefined && { reason }) }
    }),
    transcript: messagesOf(round).map(({ kind, name, content }) => ({ from: name ?? kind, content })),
    ...(issueId !== undefined && { issueId }),
    createdAt,
    // Instants of a room have one form, so the last as a text is the latest.
    updatedAt: [createdAt, endedAt ?? '', closedAt ?? '', ...times].sort().at(-1),
  }
}
