import { Field } from '../field.tsx'

interface Props<K extends string> {
  label: string
  value: K
  words: { readonly [key in K]: string }
  onChange: (value: K) => void
  disabled?: boolean
  help?: string
  fault?: string | undefined
}

/** One of a few, by its words. */
export function Choice<K extends string>({ label, value, words, onChange, disabled = false, help, fault }: Props<K>) {
  return (
    <Field label={label} help={help} fault={fault}>
      {control => (
        <select
          {...control}
          className="input"
          disabled={disabled}
          value={value}
          // Only the options below can be chosen.
          onChange={event => onChange(event.target.value as K)}
        >
          {Object.entries<string>(words).map(([key, word]) => (
            <option key={key} value={key}>
              {word}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
