import type { SettingWords } from '../../../state/room/setting-words.ts'
import { Field } from '../../field.tsx'
import { Switch } from '../../switch.tsx'

type Value = boolean | number | string | readonly string[]

interface Props {
  words: SettingWords
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}

/** One setting as its kind is shown. A number that is none goes to the server as it was typed, which says so. */
export function SettingControl({ words, value, fault, onChange }: Props) {
  return (
    <Field label={words.label} help={words.help} fault={fault}>
      {control => {
        switch (words.kind) {
          case 'switch':
            return <Switch control={control} on={value === true} onChange={onChange} />
          case 'number':
            return (
              <input
                {...control}
                className="input tabular number-input"
                inputMode="numeric"
                value={String(value)}
                onChange={event => {
                  const typed = event.target.value
                  onChange(/^\s*-?\d+\s*$/.test(typed) ? Number(typed) : typed)
                }}
              />
            )
          case 'choice':
            return (
              <select
                {...control}
                className="input"
                value={String(value)}
                onChange={event => onChange(event.target.value)}
              >
                {Object.entries(words.words).map(([key, word]) => (
                  <option key={key} value={key}>
                    {word}
                  </option>
                ))}
              </select>
            )
          case 'lines':
            return (
              <textarea
                {...control}
                className="textarea source"
                spellCheck={false}
                value={Array.isArray(value) ? value.join('\n') : ''}
                onChange={event => onChange(event.target.value === '' ? [] : event.target.value.split('\n'))}
              />
            )
        }
      }}
    </Field>
  )
}
