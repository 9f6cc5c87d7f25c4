import type { ReactNode, RefObject } from 'react'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'

interface Props {
  open: boolean
  title: string
  lead?: ReactNode
  wide?: boolean
  /** The button that submits the form. */
  verb: string
  /** Submitting removes something. */
  isDangerous?: boolean
  canSubmit?: boolean
  isBusy: boolean
  /** Beside the button that submits. */
  otherActions?: ReactNode
  returnTo?: RefObject<HTMLElement | null>
  onSubmit: () => void
  onClose: () => void
  /** The fields, if any, and the fault of the last attempt. */
  children?: ReactNode
}

/** A dialog that creates or changes one thing, or asks before it does. */
export function FormDialog(props: Props) {
  const { open, title, lead, wide, verb, isBusy, otherActions, returnTo, onSubmit, onClose, children } = props
  const { isDangerous = false, canSubmit = true } = props
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={title}
      {...(lead !== undefined && { lead })}
      {...(wide !== undefined && { wide })}
      {...(returnTo && { returnTo })}
    >
      <form
        className="form"
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <div className="dialog-actions">
          <Button onClick={onClose}>Cancel</Button>
          {otherActions}
          <Button type="submit" kind={isDangerous ? 'danger' : 'primary'} disabled={isBusy || !canSubmit}>
            {verb}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
