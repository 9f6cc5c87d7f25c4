import { formatNumber } from '../../../src/kernel/numbers.ts'
import './field.css'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface Props {
  label: string
  /** A count against a limit, at the right of the label. */
  counter?: ReactNode
  help?: ReactNode
  fault?: string | undefined
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

/** A labelled control; screen readers read its help and fault with it. */
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

type Labelled = Omit<Props, 'children'>
type Typed<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'onChange' | 'value' | 'children'> & {
  value: string
  onChange: (value: string) => void
}

/** One line of text. */
export function TextField({ label, counter, help, fault, isMono, onChange, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} counter={counter} help={help} fault={fault}>
      {control => (
        <input
          autoComplete="off"
          spellCheck={!isMono}
          {...input}
          {...control}
          className={`input ${isMono ? 'mono' : className}`.trimEnd()}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

type TextFieldProps = Labelled & Typed<'input'> & { isMono?: boolean }

/** Several lines of text. */
export function TextAreaField({
  label,
  counter,
  help,
  fault,
  onChange,
  className = '',
  ...area
}: Labelled & Typed<'textarea'>) {
  return (
    <Field label={label} counter={counter} help={help} fault={fault}>
      {control => (
        <textarea
          {...area}
          {...control}
          className={`textarea ${className}`.trimEnd()}
          onChange={event => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

interface SelectFieldProps<K extends string> extends Labelled {
  value: K
  options: { readonly [key in K]: string }
  onChange: (value: K) => void
  disabled?: boolean
}

/** A choice of one of a few labelled values. */
export function SelectField<K extends string>({ value, options, onChange, disabled, ...field }: SelectFieldProps<K>) {
  return (
    <Field {...field}>
      {control => (
        <select
          {...control}
          className="input"
          disabled={disabled}
          value={value}
          // Only the options below can be selected.
          onChange={event => onChange(event.target.value as K)}
        >
          {Object.entries<string>(options).map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function Counter({ actual, limit, unit }: { actual: number; limit: number; unit: string }) {
  const near = actual > limit * 0.8
  if (!near) return null
  return (
    <span className={actual > limit ? 'counter over' : 'counter'}>
      {formatNumber(actual)} of {formatNumber(limit)} {unit}
    </span>
  )
}
