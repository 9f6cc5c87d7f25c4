import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { announce } from '../../state/announce.ts'
import { retypeRecord } from '../../state/writes.ts'
import { FaultView } from '../../ui/fault-view.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'

interface Props {
  open: boolean
  record: RecordShape
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

export function RetypeDialog({ open, record, returnTo, onClose }: Props) {
  const [type, setType] = useState(record.type)
  const retype = useMutation({
    mutationFn: () => retypeRecord(record, type),
    onSuccess: ({ record }) => {
      announce(`${record.id} is now of type ${record.type}`)
      onClose()
    },
  })
  return (
    <FormDialog
      open={open}
      returnTo={returnTo}
      onClose={onClose}
      title={`Change the type of ${record.id}`}
      verb="Change type"
      canSubmit={type.trim() !== '' && type !== record.type}
      isBusy={retype.isPending}
      onSubmit={() => retype.mutate()}
    >
      <TextField
        label="Type"
        help="Any word: question, decision, conclusion, note …"
        required
        maxLength={64}
        value={type}
        onChange={setType}
      />
      {retype.error && <FaultView error={retype.error} />}
    </FormDialog>
  )
}
