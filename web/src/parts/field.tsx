import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** A count against a limit, at the right of the label. */
  counter?: ReactNode
  help?: ReactNode
  fault?: string | undefined
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A labelled control whose help and fault are read out with it. */
export function Field({ label, counter, help, fault, children }: Props) {
  const id = useId()
  const described = fault || help ? `${id}-about` : undefined
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {counter}
      </label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(fault !== undefined && { 'aria-invalid': true as const }),
      })}
      {described && (
        <p id={described} className={fault ? 'field-fault' : 'field-help'}>
          {fault ?? help}
        </p>
      )}
    </div>
  )
}

export function Counter({ actual, limit, unit }: { actual: number; limit: number; unit: string }) {
  const near = actual > limit * 0.8
  if (!near) return null
  return (
    <span className={actual > limit ? 'counter over' : 'counter'}>
      {actual.toLocaleString('en')} of {limit.toLocaleString('en')} {unit}
    </span>
  )
}
