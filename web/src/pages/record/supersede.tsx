import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { AlsoActiveNow } from '../../parts/also-active.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { announce } from '../../state/announce.ts'
import { supersedeRecord } from '../../state/writes.ts'
import { FaultView } from '../../ui/fault-view.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface Props {
  project: string
  open: boolean
  record: RecordShape
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Names the record that replaced this one; an empty field takes it back. */
export function SupersedeDialog({ project, open, record, returnTo, onClose }: Props) {
  const before = record.superseded_by ?? ''
  const [by, setBy] = useState(before)
  const [reason, setReason] = useState('')
  const supersede = useMutation({
    mutationFn: () => {
      const args = { id: record.id, superseded_by: by.trim() || null, ...(reason.trim() && { reason }) }
      return supersedeRecord(record, args)
    },
    onSuccess: ({ record: { id, superseded_by } }) => {
      announce(superseded_by ? `${id} is superseded by ${superseded_by}` : `${id} is no longer superseded`)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={onClose}
      title={`What superseded ${record.id}?`}
      lead={record.title}
      verb={before !== '' && by.trim() === '' ? 'Take it back' : 'Supersede'}
      canSubmit={by.trim() !== before}
      isBusy={supersede.isPending}
      onSubmit={() => supersede.mutate()}
    >
      <Field
        label="Superseded by"
        help={
          before === '' ? 'The record that holds now.' : 'The record that holds now. Leave it empty to take it back.'
        }
      >
        {control => <RecordPicker project={project} control={control} value={by} onChange={setBy} />}
      </Field>
      <TextAreaField label="Reason (optional)" value={reason} onChange={setReason} />
      <AlsoActiveNow id={record.id} />
      {supersede.error && <FaultView error={supersede.error} />}
    </FormDialog>
  )
}
