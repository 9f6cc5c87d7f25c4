import { Keyboard } from 'lucide-react'
import { useState } from 'react'
import { useShortcuts } from '../state/shortcuts.ts'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { late } from '../ui/late.tsx'
import { Modal } from '../ui/modal.tsx'

// The list is loaded with the first press.
const KeyboardList = late(
  async () => (await import('./keyboard-list.tsx')).KeyboardList,
  () => true,
)

export function HelpButton() {
  const [open, setOpen] = useState(false)
  useShortcuts({ '?': () => setOpen(true) })
  return (
    <>
      <IconButton label="Keyboard help" icon={Keyboard} tip="Keyboard" keys="?" onClick={() => setOpen(true)} />
      <Modal open={open} onClose={() => setOpen(false)} title="Keyboard" wide>
        <KeyboardList />
        <div className="dialog-actions">
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Modal>
    </>
  )
}
