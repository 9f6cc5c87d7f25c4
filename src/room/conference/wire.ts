import { z } from 'zod'
import type { Room } from '../room.ts'
import { marks, tones } from './cards.ts'
import { type ConferenceView as Seen, viewConference } from './conferences.ts'
import { isActive } from './round.ts'
import { Conference, Round } from './schema.ts'
import { messagesOf } from './transcript.ts'

/** Conferences as they travel. */

const CardView = z.object({
  agentId: z.string(),
  name: z.string(),
  role: z.string(),
  chief: z.boolean(),
  muted: z.boolean(),
  subtitle: z.string(),
  tone: z.enum(tones),
  mark: z.enum(marks).optional(),
  badge: z.object({ label: z.string(), tone: z.enum(tones) }).optional(),
  tooltip: z.string().optional(),
  repliedAt: z.string().optional(),
})

export const ConferenceView = Conference.extend({ cards: z.array(CardView), activeRound: Round.nullable() })

export const MessageView = z.object({
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

/** What an agent that runs rounds is told of one: the states of all turns and what was said. */
export const RoundReport = z.object({
  conferenceId: z.string(),
  roundId: z.string(),
  number: z.int(),
  state: z.string(),
  receiptIds: z.array(z.string()),
  turns: z.array(z.object({ agentId: z.string(), state: z.string(), reason: z.string().optional() })),
  transcript: z.array(z.object({ from: z.string(), content: z.string() })),
  issueId: z.int().optional(),
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

export const conferenceId = z.string().max(80).describe('conf_… of the conference.')
export const roundNumber = z.int().min(1)

export async function conferenceView(room: Room, id: string): Promise<z.input<typeof ConferenceView>> {
  return asView(await viewConference(room, id))
}

export function asView({ conference, cards, round }: Seen): z.input<typeof ConferenceView> {
  return { ...conference, cards, activeRound: round && isActive(round) ? round : null }
}

export function reportOf(conferenceId: string, round: Round): z.input<typeof RoundReport> {
  const { roundId, number, state, phase1, turns, issueId } = round
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
  }
}
