import '../../parts/room/talk.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquare, Plus } from 'lucide-react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { roleNamed } from '../../../../src/room/agents/roles.ts'
import type { Output } from '../../operations.ts'
import { Ago } from '../../parts/ago.tsx'
import { NewChat } from '../../parts/room/chat/new-chat.tsx'
import { OpenChat } from '../../parts/room/chat/open-chat.tsx'
import { AuditNote } from '../../parts/room/home/room-notes.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useAskAgent } from '../../state/room/ask-agent.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

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
        {({ agents, chief, audit }) => {
          const nameOf = (id: string) => agents.find(each => each.id === id)?.name ?? id
          const roleOf = (id: string) => roleNamed(agents.find(each => each.id === id)?.role ?? '').label
          const enabled = agents.filter(each => each.enabled)
          const isFirst = chat === undefined && chats.data?.chats.length === 0
          return (
            <>
              <AuditNote project={project} audit={audit.status} />
              <div className={isFirst ? undefined : 'split side-first'}>
                {!isFirst && (
                  <Loaded query={chats} label="chats">
                    {list => <ChatList project={project} chats={list.chats} nameOf={nameOf} chosen={chat} />}
                  </Loaded>
                )}
                {chat === undefined ? (
                  <div className="chat-talk min-w-0">
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
            </>
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
    <nav aria-label="Chats" className="chat-list stack gap-12 min-w-0">
      <Link to="/p/$project/room/chat" params={{ project }} className="button">
        <Plus aria-hidden="true" /> New chat
      </Link>
      <ul className="stack gap-2 scrolls">
        {chats.map(({ id, agentId, title, turns, updatedAt }) => (
          <li key={id}>
            <Link
              to="/p/$project/room/chat"
              params={{ project }}
              search={{ chat: id }}
              className={
                id === chosen
                  ? 'chat-row active stack cols-auto-1 gap-y-2 gap-x-8 items-center py-8 px-10 rounded-m hoverable inset-focus'
                  : 'chat-row stack cols-auto-1 gap-y-2 gap-x-8 items-center py-8 px-10 rounded-m hoverable inset-focus'
              }
              aria-current={id === chosen ? 'page' : undefined}
              activeProps={{ 'aria-current': undefined }}
              data-row
              onKeyDown={moveWithArrows}
            >
              <MessageSquare className="muted" aria-hidden="true" />
              <span className="truncate text-s weight-500">{safeText(title)}</span>
              <span className="truncate col-2 muted text-xs">
                {safeText(nameOf(agentId))} · {formatCount(turns, 'question')} · <Ago time={updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
