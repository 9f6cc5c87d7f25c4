import './shell.css'
import { X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef } from 'react'
import { Rail } from './rail.tsx'

/** The rail of a narrow window. */
export function Drawer({ project, open, onClose }: { project: string; open: boolean; onClose: () => void }) {
  const opener = useRef<Element>(null)
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim" />
        <Dialog.Content
          className="drawer bg-sunken"
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement
          }}
          onCloseAutoFocus={event => {
            event.preventDefault()
            if (opener.current instanceof HTMLElement) opener.current.focus()
          }}
        >
          <Dialog.Title className="hidden-text">Menu</Dialog.Title>
          <Dialog.Close asChild>
            <button type="button" className="icon-button corner" aria-label="Close menu">
              <X aria-hidden="true" />
            </button>
          </Dialog.Close>
          <Rail project={project} onGo={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
