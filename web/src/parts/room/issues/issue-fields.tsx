import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive } from 'lucide-react'
import { useState } from 'react'
import type { Issue } from '../../../../../src/room/issues/schema.ts'
import type { Input } from '../../../operations.ts'
import { certaintyWords, priorityWords, statusWords } from '../../../state/room/issue-words.ts'
import { roomQuery } from '../../../state/room/queries.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { timeWords } from '../../../state/words.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { safeText } from '../../transcript/safe-text.ts'
import { RoomFault } from '../room-fault.tsx'
import { tagsIn } from './new-issue.tsx'

interface Props {
  project: string
  issue: Issue
  mayWrite: boolean
}

/** The status fields of an issue; each change is saved at once. */
export function IssueFields({ project, issue, mayWrite }: Props) {
  const { id, status, priority, assignedTo, epistemicStatus } = issue
  const agents = useQuery(roomQuery(project, 'room_agent_list_all', {}))
  const save = useRoomWrite(project, 'room_issue_change', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => 'The issue is saved',
  })
  const change = (edit: Omit<Input<'room_issue_change'>, 'id'>) => save.mutate({ id, ...edit })
  const disabled = !mayWrite || save.isPending
  const names = Object.fromEntries((agents.data?.agents ?? []).map(agent => [agent.id, safeText(agent.name)]))
  return (
    <section className="form" aria-label="Details">
      <SelectField
        label="Status"
        value={status}
        options={statusWords}
        disabled={disabled}
        onChange={next => change({ status: next })}
      />
      {status === 'frozen' && issue.frozenUntil && (
        <p className="field-help">Agents leave it alone until {timeWords(issue.frozenUntil)}; people may comment.</p>
      )}
      <SelectField
        label="Priority"
        value={priority}
        options={priorityWords}
        disabled={disabled}
        onChange={next => change({ priority: next })}
      />
      <SelectField
        label="Assigned to"
        value={assignedTo ?? ''}
        options={{ '': 'Unassigned', ...(assignedTo && { [assignedTo]: safeText(assignedTo) }), ...names }}
        disabled={disabled}
        onChange={next => change({ assignedTo: next || null })}
      />
      <SelectField
        label="Certainty"
        value={epistemicStatus ?? ''}
        options={{ '': 'Not stated', ...certaintyWords }}
        disabled={disabled}
        help="Verified needs receipts filed with the issue."
        onChange={next => change({ epistemicStatus: next || null })}
      />
      <RoomFault error={save.error} />
      <Tags project={project} issue={issue} mayWrite={mayWrite} />
      {mayWrite && <Remove project={project} id={id} />}
    </section>
  )
}

function Tags({ project, issue: { id, tags }, mayWrite }: Props) {
  const [draft, setDraft] = useState<string>()
  const save = useRoomWrite(project, 'room_issue_change', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => 'The tags are saved',
    onDone: () => setDraft(undefined),
  })
  if (draft === undefined) {
    return (
      <div className="field">
        <span className="label">Tags</span>
        <div className="row wrap gap-6">
          {tags.length === 0 && <span className="muted">none</span>}
          {tags.map(tag => (
            <Link key={tag} to="/p/$project/room/issues" params={{ project }} search={{ tag }} className="tag">
              <span>{safeText(tag)}</span>
            </Link>
          ))}
          {mayWrite && (
            <Button small kind="quiet" onClick={() => setDraft(tags.join(', '))}>
              Change<span className="hidden-text"> the tags</span>
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        save.mutate({ id, tags: tagsIn(draft) })
      }}
    >
      <TextField
        label="Tags"
        help="Separated by commas."
        fault={ruleAt(save.error, 'tags')}
        autoFocus
        value={draft}
        onChange={setDraft}
      />
      <RoomFault error={save.error} />
      <div className="row wrap gap-8">
        <Button type="submit" small kind="primary" disabled={save.isPending}>
          Save tags
        </Button>
        <Button small onClick={() => setDraft(undefined)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** Needs no confirmation, because it can be undone completely. */
function Remove({ project, id }: { project: string; id: number }) {
  const remove = useRoomWrite(project, 'room_issue_remove', {
    refresh: ['room_issue_show', 'room_issue_list'],
    announcement: () => `Issue #${id} is archived; it can be restored`,
  })
  return (
    <>
      <Button
        icon={Archive}
        small
        kind="quiet"
        className="at-start"
        disabled={remove.isPending}
        onClick={() => remove.mutate({ id })}
      >
        Archive
      </Button>
      <RoomFault error={remove.error} />
    </>
  )
}
