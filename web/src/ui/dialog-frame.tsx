import './dialog.css'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { type ReactNode, type RefObject, useRef } from 'react'

export interface ModalProps {
  open: boolean
  onClose: () => void
  title: string
  lead?: ReactNode
  wide?: boolean
  /** Where focus returns when the control that opened the dialog is gone by then, as a menu item is. */
  returnTo?: RefObject<HTMLElement | null>
  children: ReactNode
}

/** A dialog that traps focus, closes with Escape and returns focus to the control that opened it. */
export function DialogFrame({ open, onClose, title, lead, wide = false, returnTo, children }: ModalProps) {
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className={wide ? 'dialog wide' : 'dialog'}
          {...(!lead && { 'aria-describedby': undefined })}
          onOpenAutoFocus={event => {
            opener.current = document.activeElement
            const content = event.currentTarget
            // While the content loads, the button to dismiss is the only control; the first focus is not for it.
            if (!(content instanceof HTMLElement) || content.querySelector(controls)) return
            event.preventDefault()
            content.focus()
          }}
          onCloseAutoFocus={event => {
            // What the dialog removed has taken the control with it, as the row of a session that was closed.
            const backs = [returnTo?.current ?? opener.current, document.querySelector('main')]
            const back = backs.find(each => each?.isConnected && each !== document.body)
            if (!(back instanceof HTMLElement)) return
            event.preventDefault()
            back.focus()
          }}
        >
          <div>
            <Dialog.Title asChild>
              <h2>{title}</h2>
            </Dialog.Title>
            {lead && (
              <Dialog.Description asChild>
                <p className="dialog-lead">{lead}</p>
              </Dialog.Description>
            )}
          </div>
          {children}
          <Dialog.Close asChild>
            <button type="button" className="icon-button corner" aria-label="Dismiss">
              <X aria-hidden="true" />
            </button>
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const controls = 'input, select, textarea, a[href], button:not(.corner)'
