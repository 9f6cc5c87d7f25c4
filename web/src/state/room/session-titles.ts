import { useQuery } from '@tanstack/react-query'
import { roomQuery } from './queries.ts'

/** What chats and conferences are about, by session; other sessions have their ids only. */
export function useSessionTitles(project: string): ReadonlyMap<string, string> {
  const chats = useQuery(roomQuery(project, 'room_chat_list', {})).data?.chats ?? []
  const conferences = useQuery(roomQuery(project, 'room_conference_list', {})).data?.conferences ?? []
  const titled = [
    ...chats.map(({ id, title }) => [id, title] as const),
    ...conferences.map(({ id, agenda }) => [id, agenda] as const),
  ]
  return new Map(titled.filter(([, title]) => title !== ''))
}
