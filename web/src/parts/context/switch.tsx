interface Props {
  on: boolean
  onChange: (on: boolean) => void
  disabled?: boolean
  /** From the Field around it, or a name of its own. */
  control?: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
  label?: string
}

export function Switch({ on, onChange, disabled = false, control, label }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      className="switch"
      disabled={disabled}
      {...(control && { id: control.id, 'aria-describedby': control['aria-describedby'] })}
      {...(label && { 'aria-label': label })}
      onClick={() => onChange(!on)}
    >
      <span aria-hidden="true" />
    </button>
  )
}
