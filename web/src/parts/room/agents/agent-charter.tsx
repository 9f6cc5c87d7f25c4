import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Agent } from '../../../../../src/room/agents/registry.ts'
import type { Input } from '../../../operations.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { agentViews, type RosterAgent } from '../../../state/room/roster.ts'
import { toolWords } from '../../../state/room/tool-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Counter, Field, TextAreaField, TextField } from '../../../ui/field.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section } from '../../../ui/section.tsx'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  agent: RosterAgent
  isAdmin: boolean
}

type ToolChoice = NonNullable<Agent['tools']>[number]

const sources = {
  outline: 'The outline',
  scene: 'Scenes, or code and texts',
  compendium: 'Cards, or documents',
  canon: 'The canon index',
  other: 'Other files',
}

/** An agent's instructions beyond its role, the tools it may call, and the sources it may cite. */
export function AgentCharter({ project, agent, isAdmin }: Props) {
  const tools = useQuery(roomQuery(project, 'room_tool_list', {}))
  const [draft, setDraft] = useState(() => ({
    name: agent.name,
    instructions: agent.instructions ?? '',
    goals: agent.goals.join('\n'),
    off: (agent.tools ?? []).filter(({ enabled }) => !enabled).map(({ id }): string => id),
    sources: agent.evidenceSources?.map(String),
  }))
  const save = useRoomWrite(project, 'room_agent_update', {
    refresh: agentViews,
    announcement: () => 'The agent is saved',
  })

  function submit(ids: readonly string[]) {
    const chosen = ids.map(id => ({ id, enabled: !draft.off.includes(id) }))
    // The names of tools and sources come from the server's own lists.
    const change = {
      id: agent.id,
      name: draft.name,
      instructions: draft.instructions.trim() || null,
      goals: draft.goals.split('\n').flatMap(goal => goal.trim() || []),
      tools: draft.off.length === 0 ? null : (chosen as ToolChoice[]),
      evidenceSources: draft.sources ?? null,
    } as Input<'room_agent_update'>
    save.mutate(change)
  }

  return (
    <Section title="Charter">
      <Loaded query={tools} label="the tools" lines={4}>
        {({ tools: known }) => (
          <form
            className="form"
            onSubmit={event => {
              event.preventDefault()
              submit(known.map(({ id }) => id))
            }}
          >
            <fieldset className="bare-fields" disabled={!isAdmin}>
              <TextField
                label="Name"
                fault={ruleAt(save.error, 'name')}
                required
                maxLength={60}
                value={draft.name}
                onChange={text => setDraft({ ...draft, name: text })}
              />
              <Field
                label="Instructions"
                help="Added after the role’s charter. They cannot change the rules of evidence."
                counter={<Counter actual={draft.instructions.length} limit={4000} unit="characters" />}
                fault={ruleAt(save.error, 'instructions')}
              >
                {control => (
                  <textarea
                    {...control}
                    className="textarea"
                    maxLength={4000}
                    value={draft.instructions}
                    onChange={event => setDraft({ ...draft, instructions: event.target.value })}
                  />
                )}
              </Field>
              <TextAreaField
                label="Goals"
                help="One per line."
                fault={ruleAt(save.error, 'goals')}
                value={draft.goals}
                onChange={text => setDraft({ ...draft, goals: text })}
              />
              <CheckList
                legend="Tools it may call"
                words={Object.fromEntries(known.map(({ id }) => [id, toolWords(id)]))}
                chosen={known.map(({ id }) => id).filter(id => !draft.off.includes(id))}
                onChange={on => setDraft({ ...draft, off: known.map(({ id }) => id).filter(id => !on.includes(id)) })}
              />
              <CheckList
                legend="What it may cite"
                help={
                  draft.sources
                    ? 'Only what its role allows can be selected.'
                    : 'As its role allows. Select some to allow less.'
                }
                words={sources}
                chosen={draft.sources ?? []}
                onChange={on => setDraft({ ...draft, sources: on.length === 0 ? undefined : on })}
                fault={ruleAt(save.error, 'evidenceSources')}
              />
            </fieldset>
            <RoomFault error={save.error} />
            {isAdmin && (
              <Button
                type="submit"
                kind="primary"
                className="at-start"
                disabled={save.isPending || draft.name.trim() === ''}
              >
                Save the charter
              </Button>
            )}
          </form>
        )}
      </Loaded>
    </Section>
  )
}

interface CheckListProps {
  legend: string
  help?: string
  fault?: string | undefined
  words: { readonly [key: string]: string }
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkboxes side by side. */
function CheckList({ legend, help, fault, words, chosen, onChange }: CheckListProps) {
  return (
    <fieldset className="min-w-0 m-0 p-0 border-0">
      <legend className="p-0 mb-6 text-s weight-550">{legend}</legend>
      <div className="stack gap-y-6 gap-x-12 mb-6">
        {Object.entries(words).map(([key, word]) => (
          <label key={key} className="row gap-8 text-s">
            <input
              type="checkbox"
              checked={chosen.includes(key)}
              onChange={event =>
                onChange(event.target.checked ? [...chosen, key] : chosen.filter(other => other !== key))
              }
            />
            {word}
          </label>
        ))}
      </div>
      {(fault ?? help) && <p className={fault ? 'field-fault' : 'field-help'}>{fault ?? help}</p>}
    </fieldset>
  )
}
