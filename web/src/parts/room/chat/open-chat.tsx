import '../talk.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ChatView } from '../../../../../src/room/schema.ts'
import { callRoom } from '../../../api.ts'
import { announce } from '../../../state/announce.ts'
import { useMayWrite } from '../../../state/role.ts'
import type { useAskAgent } from '../../../state/room/ask-agent.ts'
import { refreshRoom, roomQuery } from '../../../state/room/queries.ts'
import type { TurnProgress } from '../../../state/room/round-progress.ts'
import { useStayAtEnd } from '../../../state/room/stay-at-end.ts'
import { Button } from '../../../ui/button.tsx'
import { FaultView } from '../../../ui/fault-view.tsx'
import { faultText } from '../../../ui/fault-words.ts'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { Composer } from '../composer.tsx'
import { IssueLink } from '../issue-link.tsx'
import { anyTool, policyInput, ToolPolicy } from '../tool-policy.tsx'
import { Exchange } from './exchange.tsx'

interface Props {
  project: string
  id: string
  turns: { readonly [turnId: string]: TurnProgress }
  ask: ReturnType<typeof useAskAgent>['ask']
  who: (agentId: string) => { name: string; role: string }
}

const refreshMs = 700

/** A started chat. The state of its turns comes from the server, so that a page opened later shows the same. */
export function OpenChat({ project, id, turns, ask, who }: Props) {
  const chat = useQuery({
    ...roomQuery(project, 'room_chat_show', { id }),
    refetchInterval: ({ state }) => (state.data?.turns.some(({ endedAt }) => endedAt === null) ? refreshMs : false),
  })
  useTurnAnnouncements(chat.data?.turns, who)
  useStayAtEnd(chat.data?.turns.map(({ state }) => state).join(), 'end')
  return (
    <div className="chat-talk min-w-0">
      <Loaded query={chat} label="the chat" lines={8}>
        {view => {
          const { name, role } = who(view.agentId)
          return (
            <>
              <PageHead
                title={safeText(titleOf(view))}
                lead={`With ${safeText(name)}${role === name || role === '' ? '' : `, ${safeText(role)}`}`}
                actions={<SaveAsIssue key={view.turns.length} project={project} id={id} />}
              />
              {view.turns.map((turn, at) => (
                <Exchange
                  key={turn.turnId}
                  project={project}
                  name={name}
                  role={role}
                  turn={turn}
                  watched={turns[turn.turnId]}
                  onReroll={
                    at === view.turns.length - 1
                      ? () => ask.mutate({ sessionId: id, reroll: true, shown: turn.message })
                      : undefined
                  }
                />
              ))}
              <NextQuestion project={project} chat={view} name={name} ask={ask} />
            </>
          )
        }}
      </Loaded>
    </div>
  )
}

/** The server cuts a long title; an ellipsis says so. */
function titleOf({ title, turns }: ChatView): string {
  return (turns[0]?.message.trim().length ?? 0) > title.length ? `${title}…` : title
}

interface NextProps extends Pick<Props, 'project' | 'ask'> {
  chat: ChatView
  name: string
}

function NextQuestion({ project, chat, name, ask }: NextProps) {
  const mayWrite = useMayWrite(project)
  const [text, setText] = useState('')
  const [policy, setPolicy] = useState(anyTool)
  const isLive = chat.turns.some(({ endedAt }) => endedAt === null)
  const isOurs = ask.variables?.sessionId === chat.id
  if (!mayWrite) return null
  return (
    <div className="talk-foot stack gap-10 mt-12">
      {ask.error && isOurs && <FaultView error={ask.error} />}
      <Composer
        label="Question"
        verb="Ask"
        text={text}
        onChange={setText}
        onSend={() => {
          ask.mutate({ sessionId: chat.id, message: text, ...policyInput(policy), shown: text })
          setText('')
        }}
        blocked={isLive ? `${safeText(name)} is answering.` : undefined}
        placeholder={`Ask ${safeText(name)}…`}
      >
        <ToolPolicy project={project} policy={policy} onChange={setPolicy} />
      </Composer>
    </div>
  )
}

function SaveAsIssue({ project, id }: { project: string; id: string }) {
  const mayWrite = useMayWrite(project)
  const save = useMutation({
    mutationFn: () => callRoom(project, 'room_chat_save_issue', { id }),
    onSuccess: async ({ issueId }) => {
      announce(`The chat is saved as issue #${issueId}`)
      await refreshRoom(project, 'room_issue_list')
    },
    onError: error => announce(faultText(error), 'alert'),
  })
  if (save.data) return <IssueLink project={project} issue={save.data.issueId} label="Saved as issue" />
  if (!mayWrite) return null
  return (
    <Button icon={CircleDot} disabled={save.isPending} onClick={() => save.mutate()}>
      Save as issue
    </Button>
  )
}

type Turns = ChatView['turns']

/** Announces how the turns of the open chat end. */
function useTurnAnnouncements(turns: Turns | undefined, who: (agentId: string) => { name: string }): void {
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
