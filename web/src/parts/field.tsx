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

interface TextFieldProps extends Omit<Props, 'children' | 'counter'> {
  value: string
  onChange: (value: string) => void
  required?: boolean
  maxLength?: number
  isMono?: boolean
}

/** One line of text. */
export function TextField({ value, onChange, required, maxLength, isMono, ...field }: TextFieldProps) {
  return (
    <Field {...field}>
      {control => (
        <input
          {...control}
          className={isMono ? 'input mono' : 'input'}
          required={required}
          maxLength={maxLength}
          autoComplete="off"
          spellCheck={!isMono}
          value={value}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
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
