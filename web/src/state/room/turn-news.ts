import { useEffect, useRef } from 'react'
import type { ChatView } from '../../../../src/room/schema.ts'
import { announce } from '../announce.ts'

type Turns = ChatView['turns']

/** Announces how the turns of the open chat end. */
export function useTurnNews(turns: Turns | undefined, who: (agentId: string) => { name: string }): void {
  const before = useRef<{ [turnId: string]: string }>(undefined)
  useEffect(() => {
    if (!turns) return
    const was = before.current
    before.current = Object.fromEntries(turns.map(({ turnId, state }) => [turnId, state]))
    for (const { turnId, state, agentId, grounding } of turns) {
      const isUnverified = state === 'accepted' && grounding.status === 'unverified'
      const says = isUnverified ? 'has answered; unverified' : words[state]
      if (was && says && was[turnId] !== state) announce(`${who(agentId).name} ${says}`, 'quiet')
    }
  }, [turns, who])
}

const words: { readonly [state: string]: string } = {
  queued: 'waits in the queue',
  accepted: 'has answered, with evidence',
  rejected: 'gave a reply that was rejected',
  stopped: 'stopped',
  error: 'could not answer',
  cancelled: 'was stopped; nothing was kept',
}
