import type { ReactNode, RefObject } from 'react'
import { Modal } from './modal.tsx'

interface Props {
  open: boolean
  title: string
  lead?: ReactNode
  wide?: boolean
  /** The button that submits the form. */
  verb: string
  canSubmit: boolean
  isBusy: boolean
  /** Beside the button that submits. */
  otherActions?: ReactNode
  returnTo?: RefObject<HTMLElement | null>
  onSubmit: () => void
  onClose: () => void
  /** The fields, and the fault of the last attempt. */
  children: ReactNode
}

/** A dialog with a form that creates or changes one thing. */
export function FormDialog(props: Props) {
  const { open, title, lead, wide, verb, canSubmit, isBusy, otherActions, returnTo, onSubmit, onClose, children } =
    props
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
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          {otherActions}
          <button type="submit" className="button primary" disabled={isBusy || !canSubmit}>
            {verb}
          </button>
        </div>
      </form>
    </Modal>
  )
}
