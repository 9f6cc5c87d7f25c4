import { Link } from '@tanstack/react-router'
import { MessageSquare, Plus } from 'lucide-react'
import type { Output } from '../../../operations.ts'
import { moveWithArrows } from '../../../state/rows.ts'
import { counted } from '../../../state/words.ts'
import { Ago } from '../../ago.tsx'
import { safeText } from '../../transcript/safe-text.ts'

interface Props {
  project: string
  chats: Output<'room_chat_list'>['chats']
  nameOf: (agentId: string) => string
  chosen: string | undefined
}

/** All chats, most recently used first. */
export function ChatList({ project, chats, nameOf, chosen }: Props) {
  return (
    <nav aria-label="Chats" className="chat-list">
      <Link to="/p/$project/room/chat" params={{ project }} className="button">
        <Plus aria-hidden="true" /> New chat
      </Link>
      <ul>
        {chats.map(({ id, agentId, title, turns, updatedAt }) => (
          <li key={id}>
            <Link
              to="/p/$project/room/chat"
              params={{ project }}
              search={{ chat: id }}
              className={id === chosen ? 'chat-row active' : 'chat-row'}
              aria-current={id === chosen ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
              data-row
              onKeyDown={moveWithArrows}
            >
              <MessageSquare className="chat-row-icon" aria-hidden="true" />
              <span className="chat-row-title truncate">{safeText(title)}</span>
              <span className="chat-row-facts truncate">
                {safeText(nameOf(agentId))} · {counted(turns, 'question')} · <Ago time={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
