import './tabs.css'
import type { LucideIcon } from 'lucide-react'

interface Props<T> {
  label: string
  options: readonly (readonly [value: T, label: string, Icon?: LucideIcon])[]
  value: T | undefined
  onChange: (value: T) => void
  className?: string
}

/** A row of buttons, one of which is pressed; they switch a view. */
export function Segmented<T extends string | boolean>(props: Props<T>) {
  const { label, options, value, onChange, className = '' } = props
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons that switch a view, not a set of form fields
    <div className={`segmented ${className}`.trimEnd()} role="group" aria-label={label}>
      {options.map(([each, text, Icon]) => (
        <button key={String(each)} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {Icon && <Icon aria-hidden="true" />} {text}
        </button>
      ))}
    </div>
  )
}
