import type { Room } from '../room.ts'
import type { Card } from './cards.ts'
import { cardsOf } from './cards.ts'
import type { NewEvent } from './journal.ts'
import type { Round } from './schema.ts'
import { type ConferenceFiles, conferenceOf } from './store.ts'

/** Tells of cards only what changed since the last look. */
export interface CardNews {
  of(round: Round): Promise<NewEvent[]>
}

export function openCardNews(room: Room, files: ConferenceFiles): CardNews {
  const shown = new Map<string, string>()
  return {
    async of(round) {
      const [conference, registry] = await Promise.all([conferenceOf(files), room.agents.read()])
      return cardsOf(conference, registry, round).flatMap(card => {
        const event = cardEvent(round, card)
        const text = JSON.stringify(event)
        if (shown.get(card.agentId) === text) return []
        shown.set(card.agentId, text)
        return [event]
      })
    },
  }
}

function cardEvent({ roundId }: Round, { agentId, subtitle, tone, mark, badge, tooltip, repliedAt }: Card): NewEvent {
  const told = { ...(tooltip !== undefined && { tooltip }), ...(repliedAt !== undefined && { repliedAt }) }
  const more = { ...(mark && { mark }), ...(badge && { badge }), ...told }
  return { type: 'card.updated', roundId, agentId, subtitle, tone, ...more }
}
