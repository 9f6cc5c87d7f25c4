import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'

interface Props {
  open: boolean
  onClose: () => void
  title: string
  lead?: ReactNode
  wide?: boolean
  children: ReactNode
}

/** A dialog that traps focus, closes with Escape and gives focus back to the control that opened it. */
export function Modal({ open, onClose, title, lead, wide = false, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content className={wide ? 'dialog wide' : 'dialog'} {...(!lead && { 'aria-describedby': undefined })}>
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
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
