import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface Props {
  label: string
  dirty: boolean
  saving: boolean
  onSave: () => void
  onCancel: () => void
  children?: ReactNode
}

/** Stays at the bottom while a text is being edited. */
export function SaveBar({ label, dirty, saving, onSave, onCancel, children }: Props) {
  return (
    <div className="save-bar row gap-8 py-12 px-8 border-top bg-paper">
      <p className="grow muted text-xs">
        {saving ? 'Saving…' : dirty ? 'Draft kept in this browser' : 'No changes yet'}
        {children}
      </p>
      <Button onClick={onCancel}>
        Cancel{' '}
        <span aria-hidden="true">
          <kbd>Esc</kbd>
        </span>
      </Button>
      <Button kind="primary" disabled={saving} onClick={onSave}>
        {label}
      </Button>
    </div>
  )
}
