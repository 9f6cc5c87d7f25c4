import { useQuery } from '@tanstack/react-query'
import { sessionChatsQuery } from '../state/project-home.ts'
import { sessionsQuery } from '../state/record-queries.ts'
import { useTabSession } from '../state/tab-session.ts'
import { safeText } from './transcript/safe-text.ts'

interface NamedSession {
  id: string
  /** The name that the chat's client gave it. */
  conversation_id?: string | null | undefined
}

interface Chat {
  agent: string
  title: string
}

/** One without a transcript on this machine, such as another tab of a browser. */
export const unnamedChat = 'Unnamed chat'

/** How people know a session: this tab, the words its chat began with, or the name its client gave it. Ids are for programs. */
export function sessionName({ id, conversation_id }: NamedSession, own: string | undefined, chat?: Chat): string {
  if (id === own) return 'This browser tab'
  if (chat) return `${chat.agent}: ${safeText(chat.title)}`
  return conversation_id ? `Chat ${safeText(conversation_id)}` : unnamedChat
}

/** Names the sessions of a list. */
export function useSessionNames(project: string, ids: readonly string[]): (id: string) => string {
  const own = useTabSession(project)
  const sessions = useQuery(sessionsQuery(project)).data?.sessions
  const chats = useQuery(sessionChatsQuery([...new Set(ids)])).data?.chats
  return id =>
    sessionName(
      sessions?.find(session => session.id === id) ?? { id },
      own,
      chats?.find(({ session_id }) => session_id === id),
    )
}
