import { useEffect, useRef } from 'react'
import type { Output } from '../../operations.ts'
import { announce } from '../announce.ts'

export type Card = Output<'room_conference_show'>['cards'][number]
export type Round = Output<'room_round_list'>['rounds'][number]

/** The status of an attendee, in the words of its card. */
export function statusOf({ subtitle, badge }: Pick<Card, 'subtitle' | 'badge'>): string {
  return badge ? `${subtitle}, ${badge.label}` : subtitle
}

/** Announces changes of cards and the ends of rounds, but not what was there at first. */
export function useConferenceAnnouncements(cards: readonly Card[], rounds: readonly Round[]): void {
  const shown = useRef<Map<string, string>>(undefined)
  useEffect(() => {
    const now = new Map(cards.map(card => [card.agentId, statusOf(card)]))
    const changed = cards.filter(({ agentId }) => shown.current && shown.current.get(agentId) !== now.get(agentId))
    if (now.size > 0) shown.current = now
    if (changed.length > 0) announce(changed.map(card => `${card.name}: ${statusOf(card)}`).join('; '), 'quiet')
  }, [cards])

  const last = rounds.at(-1)
  const before = useRef<{ roundId: string; state: string }>(undefined)
  useEffect(() => {
    const was = before.current
    before.current = last
    if (last && was?.roundId === last.roundId && was.state !== last.state) announceRound(last)
  }, [last])
}

function announceRound({ number, state, issueId }: Round): void {
  if (state === 'closed') announce(`Round ${number} ended; filed as issue #${issueId}`)
  if (state === 'cancelled') announce(`Round ${number} was cancelled`)
  if (state === 'interrupted') announce(`Round ${number} was interrupted`, 'alert')
}
