import { useMutation } from '@tanstack/react-query'
import { CallFault, callRoom } from '../../api.ts'
import type { Input, Output, RoomOperationName } from '../../operations.ts'
import { fieldFaults, ruleWords } from '../../ui/fault-view.tsx'
import { announce } from '../announce.ts'
import { refreshRoom } from './queries.ts'

type Name = RoomOperationName

interface After<N extends Name> {
  /** The queries to reload, because the write may have changed them. */
  refresh: readonly Name[]
  /** The announcement when it is done. */
  announcement?: (answer: Output<N>) => string
  onDone?: (answer: Output<N>) => unknown
}

/** A write to the room from a control of a screen; its fault is shown beside the control. */
export function useRoomWrite<N extends Name>(project: string, name: N, { refresh, announcement, onDone }: After<N>) {
  return useMutation({
    mutationFn: (input: Input<N>) => callRoom(project, name, input),
    onSuccess: async answer => {
      await refreshRoom(project, ...refresh)
      if (announcement) announce(announcement(answer))
      onDone?.(answer)
    },
  })
}

/** The room reports invalid fields in three ways; a reader sees one. */
export function withFields(error: unknown): unknown {
  if (!(error instanceof CallFault) || error.details.fields) return error
  const { field, rule, keys, missing } = error.details
  const named = [
    ...(typeof field === 'string' ? [{ path: field, rule: typeof rule === 'string' ? rule : 'is not valid' }] : []),
    ...(Array.isArray(keys) ? keys.map(key => ({ path: String(key), rule: 'unknown or out of range' })) : []),
    ...(typeof missing === 'string' ? [{ path: missing, rule: 'missing' }] : []),
  ]
  return new CallFault(error.code, error.message, error.hint, { ...error.details, fields: named }, error.problems)
}

/** What is wrong with one field, to show below it. */
export function ruleAt(error: unknown, path: string): string | undefined {
  const fault = fieldFaults(withFields(error)).find(each => each.path === path)
  return fault && ruleWords(fault)
}
