import { useState } from 'react'
import { promptFieldWords } from '../../../state/room/prompt-words.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { RoomFault } from '../room-fault.tsx'
import { type Prompt, promptFields } from './prompt-pane.tsx'

interface Props {
  project: string
  prompt: Prompt
  onClose: () => void
}

/** Overrides shipped texts for this project; only texts that differ are stored. */
export function PromptEditor({ project, prompt, onClose }: Props) {
  const [draft, setDraft] = useState(() => Object.fromEntries(promptFields.map(field => [field, prompt[field]])))
  // A shipped tool keeps its shipped example, which is checked against its arguments.
  const fields = promptFields.filter(field => !(prompt.executable && field === 'example'))
  const changed = fields.filter(field => draft[field] !== prompt[field])
  const save = useRoomWrite(project, 'room_prompt_update', {
    refresh: ['room_prompt_list', 'room_tool_list'],
    announcement: () => 'The prompt is saved for this project',
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
      {fields.map(field => {
        const shared = {
          label: promptFieldWords[field],
          fault: ruleAt(save.error, field),
          value: draft[field] ?? '',
          onChange: (text: string) => setDraft({ ...draft, [field]: text }),
        }
        if (isShort(field)) return <TextField key={field} {...shared} maxLength={80} />
        if (field !== 'example') return <TextAreaField key={field} {...shared} maxLength={4000} />
        const help = 'One call with the placeholder <TOOL_NONCE>; it is checked.'
        return <TextAreaField key={field} {...shared} help={help} className="source" maxLength={4000} />
      })}
      <RoomFault error={save.error} />
      <div className="row wrap gap-8">
        <Button type="submit" kind="primary" disabled={changed.length === 0 || save.isPending}>
          Save for this project
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  )
}

function isShort(field: (typeof promptFields)[number]): boolean {
  return field === 'name' || field === 'archetype' || field === 'scope'
}
