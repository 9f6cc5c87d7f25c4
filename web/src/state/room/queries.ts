import { queryOptions } from '@tanstack/react-query'
import { callRoom } from '../../api.ts'
import type { Input, RoomOperationName } from '../../operations.ts'
import { queryClient } from '../queries.ts'

type Name = RoomOperationName

/**
 * The query of a room operation. Files, chats and rounds change without this page, so every visit reloads them;
 * the old data is shown until the answer arrives.
 */
export function roomQuery<N extends Name>(project: string, name: N, input: Input<N>) {
  return queryOptions({
    queryKey: ['room', project, name, input],
    queryFn: ({ signal }) => callRoom(project, name, input, signal),
    staleTime: 0,
  })
}

export const workspaceQuery = (project: string) => roomQuery(project, 'room_workspace_show', {})

/** Reloads the active queries of these operations, or of all of them. */
export async function refreshRoom(project: string, ...names: readonly Name[]): Promise<void> {
  const keys = names.length === 0 ? [['room', project]] : names.map(name => ['room', project, name])
  await Promise.all(keys.map(queryKey => queryClient.invalidateQueries({ queryKey })))
}
