import './button.css'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Tip } from './tip.tsx'

interface Props extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  label: string
  icon: LucideIcon
  /** Shown on hover and focus. */
  tip?: string
  keys?: string
}

/** A button that is only an icon; its label is for screen readers. */
export function IconButton({ label, icon: Icon, tip, keys, className, ...rest }: Props) {
  const button = (
    <button
      {...rest}
      type="button"
      className={className ? `icon-button ${className}` : 'icon-button'}
      aria-label={label}
    >
      <Icon aria-hidden="true" />
    </button>
  )
  return tip === undefined ? (
    button
  ) : (
    <Tip label={tip} keys={keys}>
      {button}
    </Tip>
  )
}
