import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { announce } from '../../state/announce.ts'
import { moveRecord } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface Props {
  open: boolean
  record: RecordShape
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

export function MoveDialog({ open, record, returnTo, onClose }: Props) {
  const [parent, setParent] = useState('')
  const move = useMutation({
    mutationFn: (to: string | null) => moveRecord(record, to),
    onSuccess: (_, to) => {
      announce(to === null ? `${record.id} is now a root record` : `${record.id} moved under ${to}`)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={onClose}
      title={`Move ${record.id}`}
      lead="Its children move with it."
      verb="Move"
      otherActions={
        record.parent_id !== null && (
          <Button disabled={move.isPending} onClick={() => move.mutate(null)}>
            Make it a root
          </Button>
        )
      }
      canSubmit={parent.trim() !== ''}
      isBusy={move.isPending}
      onSubmit={() => move.mutate(parent.trim())}
    >
      <Field label="New parent">
        {control => (
          <RecordPicker
            project={record.project_id}
            control={control}
            value={parent}
            onChange={setParent}
            except={[record.id]}
          />
        )}
      </Field>
      {move.error && <FaultView error={move.error} />}
    </FormDialog>
  )
}
