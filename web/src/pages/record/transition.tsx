import { useMutation } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Record as RecordShape } from '../../../../src/records/schema.ts'
import type { State } from '../../../../src/records/states.ts'
import { isFault } from '../../api.ts'
import { AlsoActiveNow } from '../../parts/also-active.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { wordOf } from '../../parts/state-mark.tsx'
import { announce } from '../../state/announce.ts'
import { loadAnew } from '../../state/behind.ts'
import { freshKey } from '../../state/fresh-key.ts'
import { movesFrom } from '../../state/transitions.ts'
import { changeState } from '../../state/writes.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Field, TextAreaField } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'

interface Props {
  project: string
  record: RecordShape
  to: State
  returnTo: RefObject<HTMLElement | null>
  onClose: () => void
}

/** Asks for what the transition needs and applies it. */
export function TransitionDialog({ project, record, to, returnTo, onClose }: Props) {
  const needs = movesFrom(record.state).find(move => move.to === to)?.needs
  const [reason, setReason] = useState('')
  const [resolvedBy, setResolvedBy] = useState('')
  const keys = useRef(new Map<string, string>())
  const move = useMutation({
    mutationFn: () => {
      const args = {
        id: record.id,
        to_state: to,
        ...(reason.trim() && { reason }),
        ...(to === 'RESOLVED' && { resolved_by: resolvedBy.trim() }),
      }
      return changeState(record, args, sameKey(keys.current, args))
    },
    onSuccess: ({ cascade_warning }) => {
      const below = cascade_warning
        ? `; ${formatCount(cascade_warning.total, 'child is', 'children are')} still open`
        : ''
      announce(`${record.id} is ${wordOf(to).toLowerCase()}${below}`)
      onClose()
    },
  })
  const lacking = (needs === 'reason' && reason.trim() === '') || (needs === 'resolved_by' && resolvedBy.trim() === '')
  const conflict = isFault(move.error, 'CONFLICT')

  return (
    <Modal open returnTo={returnTo} onClose={onClose} title={`${titleWords[to]} ${record.id}`} lead={record.title}>
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          if (!lacking) move.mutate()
        }}
      >
        {to === 'RESOLVED' && (
          <Field label="Resolved by" help="The record with the answer.">
            {control => (
              <RecordPicker project={project} control={control} value={resolvedBy} onChange={setResolvedBy} />
            )}
          </Field>
        )}
        {to === 'RESOLVED' && resolvedBy !== record.id && (
          <Button small className="at-start" onClick={() => setResolvedBy(record.id)}>
            The answer is in {record.id} itself
          </Button>
        )}
        <TextAreaField
          label={needs === 'reason' ? 'Reason' : 'Reason (optional)'}
          required={needs === 'reason'}
          value={reason}
          onChange={setReason}
        />
        <AlsoActiveNow id={record.id} />
        {move.error && <FaultView error={move.error} />}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          {conflict ? (
            <Button kind="primary" onClick={() => void loadAnew(project).then(onClose)}>
              Reload {record.id}
            </Button>
          ) : (
            <Button type="submit" kind="primary" disabled={lacking || move.isPending}>
              {titleWords[to]}
            </Button>
          )}
        </div>
      </form>
    </Modal>
  )
}

const titleWords: { [state in State]: string } = {
  OPEN: 'Reopen',
  LATER: 'Postpone',
  RESOLVED: 'Resolve',
  DISCARDED: 'Discard',
}

/** The same key as long as the same transition is requested. */
function sameKey(keys: Map<string, string>, args: unknown): string {
  const text = JSON.stringify(args)
  const key = keys.get(text) ?? freshKey()
  keys.set(text, key)
  return key
}
