import type { z } from 'zod'
import type { Room } from '../room.ts'
import { type ConferenceView as Seen, viewConference } from './conferences.ts'
import { isActive } from './round.ts'
import type { Round } from './schema.ts'
import { messagesOf } from './transcript.ts'
import type { ConferenceView, RoundReport } from './wire.ts'

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
