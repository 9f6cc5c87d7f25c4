import type { SettingWords } from '../../../state/room/setting-words.ts'
import { Field, SelectField, TextAreaField, TextField } from '../../field.tsx'
import { Switch } from '../../switch.tsx'

type Value = boolean | number | string | readonly string[]

interface Props {
  words: SettingWords
  value: Value
  fault: string | undefined
  onChange: (value: Value) => void
}

/** One setting, by its kind. Invalid numbers are sent as typed, and the server says what is wrong. */
export function SettingControl({ words, value, fault, onChange }: Props) {
  const field = { label: words.label, help: words.help, fault }
  switch (words.kind) {
    case 'switch':
      return <Field {...field}>{control => <Switch control={control} on={value === true} onChange={onChange} />}</Field>
    case 'number':
      return (
        <TextField
          {...field}
          className="tabular number-input"
          inputMode="numeric"
          value={String(value)}
          onChange={typed => onChange(/^\s*-?\d+\s*$/.test(typed) ? Number(typed) : typed)}
        />
      )
    case 'choice':
      return <SelectField {...field} options={words.words} value={String(value)} onChange={onChange} />
    case 'lines':
      return (
        <TextAreaField
          {...field}
          className="source"
          spellCheck={false}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={typed => onChange(typed === '' ? [] : typed.split('\n'))}
        />
      )
  }
}
