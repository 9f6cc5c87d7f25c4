import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import type { Output } from '../../../operations.ts'
import { useMayWrite } from '../../../state/role.ts'
import type { useAskAgent } from '../../../state/room/ask-agent.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { suggestionsFor } from '../../../state/room/suggestions.ts'
import { FaultView } from '../../../ui/fault-view.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { Composer } from '../composer.tsx'
import { anyTool, policyInput, ToolPolicy } from '../tool-policy.tsx'
import { UserMessage } from '../user-message.tsx'

interface Props {
  project: string
  agents: Output<'room_status_show'>['agents']
  /** The agent selected at first. */
  first: string
  ask: ReturnType<typeof useAskAgent>['ask']
}

/** The first question of a chat, and its agent. */
export function NewChat({ project, agents, first, ask }: Props) {
  const mayWrite = useMayWrite(project)
  const tree = useQuery({ ...roomQuery(project, 'room_tree_show', {}), staleTime: 60_000 })
  const [text, setText] = useState('')
  const [agentId, setAgentId] = useState(first)
  const [policy, setPolicy] = useState(anyTool)
  if (!mayWrite) return <p className="mb-12 soft pretty">You can read chats here; asking needs the writer role.</p>
  return (
    <>
      {ask.isPending && <UserMessage text={ask.variables.shown} />}
      {ask.error && <FaultView error={ask.error} />}
      <AgentPicker agents={agents} chosen={agentId} onChange={setAgentId} />
      <Composer
        label="Question"
        verb="Ask"
        text={text}
        onChange={setText}
        onSend={() => ask.mutate({ message: text, agentId, ...policyInput(policy), shown: text })}
        isBusy={ask.isPending}
        waits
        placeholder="Ask about the files…"
        suggestions={tree.data ? suggestionsFor(tree.data.files) : []}
      >
        <ToolPolicy project={project} policy={policy} onChange={setPolicy} />
      </Composer>
    </>
  )
}

type Agent = Output<'room_status_show'>['agents'][number]

interface AgentPickerProps {
  agents: readonly Agent[]
  chosen: string
  onChange: (agentId: string) => void
}

/** The agent of a new chat, and its current model. */
function AgentPicker({ agents, chosen, onChange }: AgentPickerProps) {
  const id = useId()
  const agent = agents.find(each => each.id === chosen)
  return (
    <div className="row wrap gap-y-8 gap-x-10 mb-12 text-s">
      <label className="weight-550" htmlFor={id}>
        Ask
      </label>
      <select
        id={id}
        className="input fit max-full"
        value={chosen}
        aria-describedby={`${id}-speaker`}
        onChange={event => onChange(event.target.value)}
      >
        {agents.map(each => (
          <option key={each.id} value={each.id}>
            {optionWords(each)}
          </option>
        ))}
      </select>
      <span id={`${id}-speaker`} className="muted text-xs">
        {agent && modelLabel(agent)}
      </span>
    </div>
  )
}

function optionWords({ name, role }: Agent): string {
  const { label } = roleNamed(role)
  return safeText(label === name ? name : `${name}, ${label}`)
}

function modelLabel({ status, provider, model }: Agent): string {
  if (status === 'builtin') return 'answers with the built-in responder: no model, no network'
  const who = safeText(model === null ? provider : `${provider}/${model}`)
  return status === 'ready' ? `answers with ${who}` : `${who}: ${status}`
}
