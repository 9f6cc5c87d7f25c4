import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { FaultView } from '../../parts/fault-view.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { announce } from '../../state/announce.ts'
import { retypeRecord } from '../../state/writes.ts'

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
      announce(`${record.id} is of type ${record.type} now`)
      onClose()
    },
  })
  return (
    <Modal open={open} returnTo={returnTo} onClose={onClose} title={`Change the type of ${record.id}`}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          retype.mutate()
        }}
      >
        <Field label="Type" help="Any word: question, decision, conclusion, note …">
          {control => (
            <input
              {...control}
              className="input"
              required
              maxLength={64}
              value={type}
              onChange={event => setType(event.target.value)}
            />
          )}
        </Field>
        {retype.error && <FaultView error={retype.error} />}
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            type="submit"
            className="button primary"
            disabled={retype.isPending || type.trim() === '' || type === record.type}
          >
            Change type
          </button>
        </div>
      </form>
    </Modal>
  )
}
