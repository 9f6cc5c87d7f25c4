import { useState } from 'react'
import { promptFieldWords } from '../../../state/room/prompt-words.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { Field } from '../../field.tsx'
import { RoomFault } from '../room-fault.tsx'
import { type Prompt, promptFields } from './prompt-pane.tsx'

interface Props {
  project: string
  prompt: Prompt
  onClose: () => void
}

/** Writes texts of this project over the shipped ones; only those that differ are kept. */
export function PromptEditor({ project, prompt, onClose }: Props) {
  const [draft, setDraft] = useState(() => Object.fromEntries(promptFields.map(field => [field, prompt[field]])))
  // A shipped tool keeps its shipped example, which is checked against its arguments.
  const fields = promptFields.filter(field => !(prompt.executable && field === 'example'))
  const changed = fields.filter(field => draft[field] !== prompt[field])
  const save = useRoomWrite(project, 'room_prompt_update', {
    refresh: ['room_prompt_list', 'room_tool_list'],
    said: () => 'The prompt is saved for this project',
    onDone: onClose,
  })
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        const given = changed.map(field => [field, draft[field]?.trim() || null])
        save.mutate({ id: prompt.id, ...Object.fromEntries(given) })
      }}
    >
      {fields.map(field => (
        <Field
          key={field}
          label={promptFieldWords[field]}
          help={field === 'example' ? 'One call with the placeholder <TOOL_NONCE>; it is checked.' : undefined}
          fault={ruleAt(save.error, field)}
        >
          {control =>
            isShort(field) ? (
              <input
                {...control}
                className="input"
                maxLength={80}
                value={draft[field]}
                onChange={event => setDraft({ ...draft, [field]: event.target.value })}
              />
            ) : (
              <textarea
                {...control}
                className={field === 'example' ? 'textarea source' : 'textarea'}
                maxLength={4000}
                value={draft[field]}
                onChange={event => setDraft({ ...draft, [field]: event.target.value })}
              />
            )
          }
        </Field>
      ))}
      <RoomFault error={save.error} />
      <div className="button-line">
        <button type="submit" className="button primary" disabled={changed.length === 0 || save.isPending}>
          Save for this project
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}

function isShort(field: (typeof promptFields)[number]): boolean {
  return field === 'name' || field === 'archetype' || field === 'scope'
}
