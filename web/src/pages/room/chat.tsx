import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquare, Plus } from 'lucide-react'
import { roleNamed } from '../../../../src/room/agents/roles.ts'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { NewChat } from '../../parts/room/chat/new-chat.tsx'
import { OpenChat } from '../../parts/room/chat/open-chat.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useAskAgent } from '../../state/room/ask-agent.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { pluralize } from '../../state/words.ts'

/** A chat with one agent: every answer with its evidence, every refusal with its reason. */
export function ChatPage() {
  const project = useProject()
  const navigate = useNavigate()
  const { chat, agent } = useSearch({ from: '/p/$project/room/chat' })
  const status = useQuery(roomQuery(project, 'room_status_show', {}))
  const chats = useQuery(roomQuery(project, 'room_chat_list', {}))
  const { turns, ask } = useAskAgent(project, sessionId => {
    if (sessionId === chat) return
    void navigate({ to: '/p/$project/room/chat', params: { project }, search: { chat: sessionId }, replace: true })
  })
  return (
    <div className="page wide talk-page">
      <Loaded query={status} label="agents" lines={6}>
        {({ agents, chief }) => {
          const nameOf = (id: string) => agents.find(each => each.id === id)?.name ?? id
          const roleOf = (id: string) => roleNamed(agents.find(each => each.id === id)?.role ?? '').label
          const enabled = agents.filter(each => each.enabled)
          return (
            <div className="chat">
              <Loaded query={chats} label="chats">
                {list => <ChatList project={project} chats={list.chats} nameOf={nameOf} chosen={chat} />}
              </Loaded>
              {chat === undefined ? (
                <div className="chat-talk">
                  <PageHead
                    title="Chat"
                    lead="Ask one agent. Only answers with verified evidence are shown as answers."
                  />
                  <NewChat
                    key={agent}
                    project={project}
                    agents={enabled}
                    first={agent ?? chief ?? enabled[0]?.id ?? ''}
                    ask={ask}
                  />
                </div>
              ) : (
                <OpenChat
                  key={chat}
                  project={project}
                  id={chat}
                  turns={turns}
                  ask={ask}
                  who={agentId => ({ name: nameOf(agentId), role: roleOf(agentId) })}
                />
              )}
            </div>
          )
        }}
      </Loaded>
    </div>
  )
}

interface Props {
  project: string
  chats: Output<'room_chat_list'>['chats']
  nameOf: (agentId: string) => string
  chosen: string | undefined
}

/** All chats, most recently used first. */
function ChatList({ project, chats, nameOf, chosen }: Props) {
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
                {safeText(nameOf(agentId))} · {pluralize(turns, 'question')} · <Ago time={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
