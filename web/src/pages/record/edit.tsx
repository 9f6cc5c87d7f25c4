import '../../parts/records.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { AlsoActive } from '../../parts/also-active.tsx'
import { LeaveDraft } from '../../parts/leave-draft.tsx'
import { RecordForm } from '../../parts/record-form.tsx'
import { SaveBar } from '../../parts/save-bar.tsx'
import { activateHere } from '../../state/activate-here.ts'
import { announce } from '../../state/announce.ts'
import { loadAnew } from '../../state/behind.ts'
import { fieldsOf, useDraftForm } from '../../state/draft-form.ts'
import { attemptKey, draftName } from '../../state/drafts.ts'
import { changesTo } from '../../state/record-changes.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { updateRecord } from '../../state/writes.ts'
import { FaultView } from '../../ui/fault-view.tsx'

/** The form of a record. A change by another session is announced, never merged into the text. */
export function RecordEdit({ project, record }: { project: string; record: RecordShape }) {
  const { id } = record
  const navigate = useNavigate()
  const form = useDraftForm(draftName(project, id), fieldsOf(record), record.version)
  const [leaving, setLeaving] = useState(false)
  const base = form.baseVersion ?? record.version
  const activation = useQuery({
    queryKey: ['activated', project, id, 'edit'],
    queryFn: () => activateHere(project, id),
    // Others see from the first change on that the record is being edited; opening the form starts no session.
    enabled: form.dirty,
    gcTime: 0,
  })
  const save = useMutation({
    mutationFn: async () => {
      const changes = changesTo(record, form.fields)
      if (Object.keys(changes).length === 0) return undefined
      const args = { id, ...changes, base_version: base }
      return updateRecord(project, args, attemptKey(form.name, args))
    },
    onSuccess: result => {
      if (result?.applied === false) return openConflict(result.record)
      form.drop()
      announce(result ? `${id} saved as version ${result.record.version}` : 'Nothing was changed')
      leave()
    },
    onError: () => announce(`${id} was not saved; the draft is kept`, 'alert'),
  })

  function openConflict(current: RecordShape) {
    announce(`Conflict: ${id} was changed by another session. Your text is kept.`, 'alert')
    void loadAnew(project)
    void navigate({ to: '/p/$project/records/$id/conflict', params: { project, id: current.id } })
  }

  function leave() {
    void navigate({ to: '/p/$project/records/$id', params: { project, id } }).then(focusEditButton)
  }

  function cancel() {
    if (form.dirty) return setLeaving(true)
    form.drop()
    leave()
  }

  useShortcuts({ 'Mod+S': () => !save.isPending && save.mutate(), Escape: cancel })
  useEffect(() => document.querySelector<HTMLElement>('.title-input')?.focus(), [])

  return (
    <div className="editor narrow">
      <h1 className="mb-16 text-l">
        Editing <span className="mono">{id}</span> <span className="muted weight-400">from version {base}</span>
      </h1>
      {record.version > base && (
        <p className="note with-actions mb-16" role="status">
          <span>
            {id} was changed to version {record.version} since you began. Your text is untouched.
          </span>
          <Link to="/p/$project/records/$id/conflict" params={{ project, id }} className="button small">
            Compare
          </Link>
        </p>
      )}
      <AlsoActive id={id} conflict={activation.data?.conflict} />
      <RecordForm project={project} form={form} withType={false} error={save.error} />
      {save.error && <FaultView error={save.error} onRetry={() => save.mutate()} />}
      <SaveBar label="Save" dirty={form.dirty} saving={save.isPending} onSave={() => save.mutate()} onCancel={cancel} />
      <LeaveDraft
        open={leaving}
        onStay={() => setLeaving(false)}
        onKeep={leave}
        onDiscard={() => {
          form.drop()
          leave()
        }}
      />
    </div>
  )
}

/** Back to the control that opened the form. */
function focusEditButton(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-edit]')?.focus())
}
