import './switch.css'
import { Switch as RadixSwitch } from 'radix-ui'

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
    <RadixSwitch.Root
      className="switch relative fixed-size rounded-full inset-focus"
      checked={on}
      disabled={disabled}
      onCheckedChange={onChange}
      {...control}
      {...(label && { 'aria-label': label })}
    >
      <RadixSwitch.Thumb asChild>
        <span aria-hidden="true" />
      </RadixSwitch.Thumb>
    </RadixSwitch.Root>
  )
}
