import '../parts/records.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LeaveDraft } from '../parts/leave-draft.tsx'
import { RecordForm } from '../parts/record-form.tsx'
import { SaveBar } from '../parts/save-bar.tsx'
import { useProject } from '../state/addresses.ts'
import { announce } from '../state/announce.ts'
import { blankFields, useDraftForm } from '../state/draft-form.ts'
import { attemptKey, newDraftName } from '../state/drafts.ts'
import { globsIn, parseMetadata, relatedIds } from '../state/record-changes.ts'
import { recordQuery } from '../state/record-queries.ts'
import { useMayWrite } from '../state/role.ts'
import { useShortcuts } from '../state/shortcuts.ts'
import { createRecord } from '../state/writes.ts'
import { Empty } from '../ui/empty.tsx'
import { FaultView } from '../ui/fault-view.tsx'
import { useTitle } from '../ui/page-head.tsx'

export function NewRecordPage() {
  const project = useProject()
  const { parent } = useSearch({ from: '/p/$project/records/tree-beside/new' })
  const mayWrite = useMayWrite(project)
  if (!mayWrite)
    return <Empty title="You can read this project, not write in it">An admin of the project can let you write.</Empty>
  // Another parent is another draft.
  return <NewRecord key={parent ?? 'root'} project={project} parent={parent} />
}

function NewRecord({ project, parent }: { project: string; parent: string | undefined }) {
  const navigate = useNavigate()
  const router = useRouter()
  const form = useDraftForm(newDraftName(project, parent), blankFields)
  const [leaving, setLeaving] = useState(false)
  const title = parent ? `New child of ${parent}` : 'New root record'
  const above = useQuery({ ...recordQuery(project, parent ?? ''), enabled: parent !== undefined })
  useTitle(title)
  const create = useMutation({
    mutationFn: () => {
      const { type, related, affects, metadata, ...texts } = form.fields
      const extra = parseMetadata(metadata)
      const ids = relatedIds(related)
      const globs = globsIn(affects)
      const args = {
        parent_id: parent || null,
        type,
        ...texts,
        ...(ids.length > 0 && { related: ids }),
        ...(globs.length > 0 && { affects: globs }),
        ...(Object.keys(extra).length > 0 && { metadata: extra }),
      }
      return createRecord(project, args, attemptKey(form.name, args))
    },
    onSuccess: ({ record, warnings }) => {
      form.drop()
      announce([`${record.id} created`, ...warnings.map(({ message }) => message)].join('. '))
      void navigate({ to: '/p/$project/records/$id', params: { project, id: record.id } })
    },
    onError: () => announce('The record was not created; the draft is kept', 'alert'),
  })

  function leave() {
    router.history.back()
  }

  function cancel() {
    if (form.dirty) return setLeaving(true)
    leave()
  }

  useShortcuts({ 'Mod+S': () => !create.isPending && create.mutate(), Escape: cancel })
  useEffect(() => document.querySelector<HTMLElement>('.title-input')?.focus(), [])

  return (
    <div className="page record-page editor narrow">
      <h1 className="mb-16 text-l">
        {title}
        {above.data && <span className="muted weight-400"> {above.data.record.title}</span>}
      </h1>
      <RecordForm project={project} form={form} withType error={create.error} />
      {create.error && <FaultView error={create.error} onRetry={() => create.mutate()} />}
      <SaveBar
        label="Create record"
        dirty={form.dirty}
        saving={create.isPending}
        onSave={() => create.mutate()}
        onCancel={cancel}
      />
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
