import '../room.css'
import { PenLine } from 'lucide-react'
import { useState } from 'react'
import type { Issue } from '../../../../../src/room/issues/schema.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { useShortcuts } from '../../../state/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { Markdown } from '../../../ui/markdown.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  issue: Issue
  mayWrite: boolean
}

/** Title and text of an issue, shown or being edited. */
export function IssueText({ project, issue, mayWrite }: Props) {
  const [draft, setDraft] = useState<{ title: string; body: string }>()
  const edit = () => setDraft({ title: issue.title, body: issue.body })
  useShortcuts(mayWrite && !draft ? { e: edit } : {})
  if (draft) return <Editor project={project} id={issue.id} draft={draft} onChange={setDraft} />
  return (
    <section className="stack gap-12" aria-label="Text">
      {issue.body.trim() === '' ? <p className="block-none">No text.</p> : <Body project={project} issue={issue} />}
      {mayWrite && (
        <Button icon={PenLine} small className="at-start" onClick={edit}>
          Edit
        </Button>
      )}
    </section>
  )
}

/** The text of a round has ids, times and lines for the check of evidence, which few people want to read. */
function Body({ project, issue: { body, conferenceId } }: Pick<Props, 'project' | 'issue'>) {
  const isRound = conferenceId !== undefined && body.startsWith('Session: ')
  if (!isRound) return <Markdown project={project} text={safeText(body)} keepsLines />
  const said = body.slice(body.indexOf('\n\n')).replace(/^Evidence: .*\n?/gm, '')
  return (
    <>
      <Markdown project={project} text={safeText(said)} keepsLines />
      <details className="text-s">
        <summary className="soft pointer">The whole text, with ids, times and evidence</summary>
        <pre className="code-block mt-6">{safeText(body)}</pre>
      </details>
    </>
  )
}

interface EditorProps {
  project: string
  id: number
  draft: { title: string; body: string }
  onChange: (draft: EditorProps['draft'] | undefined) => void
}

function Editor({ project, id, draft, onChange }: EditorProps) {
  const save = useRoomWrite(project, 'room_issue_change', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => 'The issue is saved',
    onDone: () => onChange(undefined),
  })
  useShortcuts({ 'Mod+S': () => save.mutate({ id, ...draft }), Escape: () => onChange(undefined) })
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ id, ...draft })
      }}
    >
      <TextField
        label="Title"
        fault={ruleAt(save.error, 'title')}
        maxLength={200}
        value={draft.title}
        onChange={text => onChange({ ...draft, title: text })}
      />
      <TextAreaField
        label="Text"
        help="Markdown."
        fault={ruleAt(save.error, 'body')}
        autoFocus
        className="issue-text"
        value={draft.body}
        onChange={text => onChange({ ...draft, body: text })}
      />
      <RoomFault error={save.error} />
      <div className="row wrap gap-8">
        <Button type="submit" kind="primary" disabled={save.isPending || draft.title.trim() === ''}>
          Save
        </Button>
        <Button onClick={() => onChange(undefined)}>Cancel</Button>
      </div>
    </form>
  )
}
