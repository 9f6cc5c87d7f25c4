import '../../parts/records.css'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { fieldWords, listOf } from '../../state/activity-words.ts'
import { announce } from '../../state/announce.ts'
import { fieldsOf } from '../../state/draft-form.ts'
import { attemptKey, type DraftFields, draftName, dropDraft, readDraft, writeDraft } from '../../state/drafts.ts'
import { changesTo } from '../../state/record-changes.ts'
import { useMayWrite } from '../../state/role.ts'
import { updateRecord } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface Props {
  project: string
  current: RecordShape
  old: RecordShape
}

/** Writes an old text as a new version; the history stays complete. */
export function Restore({ project, current, old }: Props) {
  const mayWrite = useMayWrite(project)
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const { id } = current
  const changes = changesTo(current, oldFields(current, old))
  const restore = useMutation({
    mutationFn: () => {
      // Kept as a draft first, so that the text is in the conflict screen if another session was faster.
      const name = draftName(project, id)
      writeDraft(name, {
        fields: oldFields(current, old),
        baseVersion: current.version,
        changedAt: new Date().toISOString(),
      })
      const args = { id, ...changes, base_version: current.version }
      return updateRecord(project, args, attemptKey(name, args))
    },
    onSuccess: result => {
      setAsking(false)
      if (!result.applied) {
        announce(`Conflict: ${id} was changed by another session.`, 'alert')
        return navigate({ to: '/p/$project/records/$id/conflict', params: { project, id } })
      }
      dropDraft(draftName(project, id))
      announce(`${id} restored to the text of version ${old.version}, as version ${result.record.version}`)
      return navigate({ to: '/p/$project/records/$id/history', params: { project, id } })
    },
  })
  if (!mayWrite || old.version === current.version || Object.keys(changes).length === 0) return null
  return (
    <div className="restore mt-16">
      <Button icon={RotateCcw} onClick={() => setAsking(true)}>
        Restore the text of v{old.version}
      </Button>
      <FormDialog
        open={asking}
        title={`Restore version ${old.version} of ${id}?`}
        lead={`Its ${listOf(Object.keys(changes).map(fieldWords))} become version ${current.version + 1}. State, type and place in the tree stay.`}
        verb="Restore"
        isBusy={restore.isPending}
        onSubmit={() => restore.mutate()}
        onClose={() => setAsking(false)}
      >
        {asking && readDraft(draftName(project, id)) && (
          <p className="note">You have an unsaved draft of {id}. Restoring replaces it.</p>
        )}
        {restore.error && <FaultView error={restore.error} />}
      </FormDialog>
    </div>
  )
}

/** An update cannot write old metadata that contains a null; then the current metadata stays. */
function oldFields(current: RecordShape, old: RecordShape): DraftFields {
  const fields = fieldsOf(old)
  try {
    changesTo(current, fields)
    return fields
  } catch {
    return { ...fields, metadata: fieldsOf(current).metadata }
  }
}
