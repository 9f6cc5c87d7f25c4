import type { ReactNode } from 'react'

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
    <div className="save-bar">
      <p className="save-note">
        {saving ? 'Saving…' : dirty ? 'Draft kept in this browser' : 'No changes yet'}
        {children}
      </p>
      <button type="button" className="button" onClick={onCancel}>
        Cancel{' '}
        <span aria-hidden="true">
          <kbd>Esc</kbd>
        </span>
      </button>
      <button type="button" className="button primary" disabled={saving} onClick={onSave}>
        {label}
      </button>
    </div>
  )
}
