import { useMutation } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import { FaultView } from '../../parts/fault-view.tsx'
import { Field } from '../../parts/field.tsx'
import { Modal } from '../../parts/modal.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { announce } from '../../state/announce.ts'
import { moveRecord } from '../../state/writes.ts'

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
      announce(to === null ? `${record.id} is a root now` : `${record.id} moved under ${to}`)
      onClose()
    },
  })
  return (
    <Modal
      open={open}
      returnTo={returnTo}
      onClose={onClose}
      title={`Move ${record.id}`}
      lead="Its children come along."
    >
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          move.mutate(parent.trim())
        }}
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
        <div className="dialog-actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          {record.parent_id !== null && (
            <button type="button" className="button" disabled={move.isPending} onClick={() => move.mutate(null)}>
              Make it a root
            </button>
          )}
          <button type="submit" className="button primary" disabled={move.isPending || parent.trim() === ''}>
            Move
          </button>
        </div>
      </form>
    </Modal>
  )
}
