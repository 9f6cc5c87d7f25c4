import '../room.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useState } from 'react'
import { priorityWords } from '../../../state/room/issue-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  open: boolean
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

const blank = { title: '', body: '', tags: '', priority: 'normal' as keyof typeof priorityWords, assignedTo: '' }

export function NewIssue({ project, open, returnTo, onClose }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(blank)
  const agents = useQuery({ ...roomQuery(project, 'room_agent_list', {}), enabled: open })
  const create = useRoomWrite(project, 'room_issue_open', {
    refresh: ['room_issue_list'],
    announcement: ({ id }) => `Issue #${id} opened`,
    onDone: ({ id }) => {
      close()
      void navigate({ to: '/p/$project/room/issues/$issue', params: { project, issue: String(id) } })
    },
  })

  function close() {
    setTyped(blank)
    create.reset()
    onClose()
  }

  function submit() {
    const { assignedTo, tags, ...given } = typed
    create.mutate({ ...given, tags: tagsIn(tags), ...(assignedTo && { assignedTo }) })
  }

  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={close}
      title="New issue"
      wide
      verb="Open the issue"
      canSubmit={typed.title.trim() !== ''}
      isBusy={create.isPending}
      onSubmit={submit}
    >
      <TextField
        label="Title"
        fault={ruleAt(create.error, 'title')}
        required
        maxLength={200}
        value={typed.title}
        onChange={title => setTyped({ ...typed, title })}
      />
      <TextAreaField
        label="Text"
        help="Markdown. Agents find and read it."
        fault={ruleAt(create.error, 'body')}
        className="issue-text"
        value={typed.body}
        onChange={text => setTyped({ ...typed, body: text })}
      />
      <div className="form-row even">
        <SelectField
          label="Priority"
          value={typed.priority}
          options={priorityWords}
          onChange={priority => setTyped({ ...typed, priority })}
        />
        <SelectField
          label="Assigned to"
          value={typed.assignedTo}
          options={{
            '': 'Unassigned',
            ...Object.fromEntries((agents.data?.agents ?? []).map(({ id, name }) => [id, safeText(name)])),
          }}
          onChange={assignedTo => setTyped({ ...typed, assignedTo })}
        />
      </div>
      <TextField
        label="Tags"
        help="Separated by commas."
        fault={ruleAt(create.error, 'tags')}
        value={typed.tags}
        onChange={tags => setTyped({ ...typed, tags })}
      />
      <RoomFault error={create.error} />
    </FormDialog>
  )
}

export function tagsIn(text: string): string[] {
  const tags = text.split(',').map(tag => tag.trim())
  return [...new Set(tags.filter(tag => tag !== ''))]
}
