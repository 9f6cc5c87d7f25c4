import { useId } from 'react'
import { roleNamed } from '../../../../../src/room/agents/roles.ts'
import type { Output } from '../../../operations.ts'
import { safeText } from '../../transcript/safe-text.ts'

type Agent = Output<'room_status_show'>['agents'][number]

interface Props {
  agents: readonly Agent[]
  chosen: string
  onChange: (agentId: string) => void
}

/** The agent of a new chat, and its current model. */
export function AgentPicker({ agents, chosen, onChange }: Props) {
  const id = useId()
  const agent = agents.find(each => each.id === chosen)
  return (
    <div className="agent-picker">
      <label htmlFor={id}>Ask</label>
      <select
        id={id}
        className="input"
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
      <span id={`${id}-speaker`} className="muted">
        {agent && speakerWords(agent)}
      </span>
    </div>
  )
}

function optionWords({ name, role }: Agent): string {
  const { label } = roleNamed(role)
  return safeText(label === name ? name : `${name}, ${label}`)
}

function speakerWords({ status, provider, model }: Agent): string {
  if (status === 'builtin') return 'answers with the built-in responder: no model, no network'
  const who = safeText(model === null ? provider : `${provider}/${model}`)
  return status === 'ready' ? `answers with ${who}` : `${who}: ${status}`
}
