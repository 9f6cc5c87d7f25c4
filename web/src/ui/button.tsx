import './button.css'
import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

interface Props extends ComponentProps<'button'> {
  icon?: LucideIcon
  kind?: 'primary' | 'danger' | 'quiet' | undefined
  small?: boolean | undefined
}

/** A button with a label, and with an icon before it if one is given. */
export function Button({ icon: Icon, kind, small, type = 'button', className, children, ...rest }: Props) {
  const classes = ['button', kind, small && 'small', className].filter(Boolean).join(' ')
  return (
    <button {...rest} type={type} className={classes}>
      {Icon && <Icon aria-hidden="true" />} {children}
    </button>
  )
}
