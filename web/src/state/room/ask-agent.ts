import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Input } from '../../operations.ts'
import { freshKey } from '../fresh-key.ts'
import { callTurn } from './call-turn.ts'
import { refreshRoom } from './queries.ts'
import { type TurnProgress, turnWith } from './round-progress.ts'

export interface Question extends Omit<Input<'room_chat'>, 'idempotencyKey'> {
  /** Shown until the chat itself shows it. */
  shown: string
}

/** Asks an agent and follows the turn; several at once, of several chats. */
export function useAskAgent(project: string, onBegun: (sessionId: string) => void) {
  const [turns, setTurns] = useState<{ readonly [turnId: string]: TurnProgress }>({})
  const ask = useMutation({
    mutationFn: ({ shown: _shown, ...request }: Question) => {
      let isBegun = false
      return callTurn(project, { ...request, idempotencyKey: freshKey() }, event => {
        setTurns(before => {
          const next = turnWith(before[event.turnId], event)
          return next ? { ...before, [event.turnId]: next } : before
        })
        if (isBegun) return
        isBegun = true
        void refreshRoom(project, 'room_chat_show', 'room_chat_list')
        onBegun(event.sessionId)
      })
    },
    onSettled: () => refreshRoom(project, 'room_chat_show', 'room_chat_list'),
  })
  return { turns, ask }
}
