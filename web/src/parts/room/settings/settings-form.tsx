import '../room.css'
import { useState } from 'react'
import { formatCount } from '../../../../../src/kernel/numbers.ts'
import type { Output } from '../../../operations.ts'
import { ruleAt, useRoomWrite } from '../../../state/room/room-write.ts'
import { type SettingWords, settingWords } from '../../../state/room/setting-words.ts'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField, TextAreaField, TextField } from '../../../ui/field.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { RoomFault } from '../room-fault.tsx'

interface Props {
  project: string
  stored: Output<'room_settings_show'>
  isAdmin: boolean
}

type Value = boolean | number | string | readonly string[]

/** All settings; only changes are sent, and one invalid value rejects all of them. */
export function SettingsForm({ project, stored, isAdmin }: Props) {
  const [edits, setEdits] = useState<{ [key: string]: Value }>({})
  const save = useRoomWrite(project, 'room_settings_save', {
    refresh: ['room_settings_show'],
    announcement: () => 'The settings are saved',
  })
  const count = Object.keys(edits).length
  return (
    <form
      className="settings-form gap-24 stack"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        save.mutate(edits)
      }}
    >
      {Object.entries(settingWords).map(([section, { title, settings }]) => (
        <fieldset key={section} className="stack gap-16 min-w-0 m-0 p-0 border-0" disabled={!isAdmin}>
          <legend className="full mb-12 border-bottom text-m weight-600">{title}</legend>
          {Object.entries<SettingWords>(settings).map(([name, words]) => {
            const key = `${section}.${name}`
            const before = new Map<string, Value>(Object.entries(sectionOf(stored, section))).get(name) ?? ''
            return (
              <SettingControl
                key={key}
                words={words}
                value={edits[key] ?? before}
                fault={ruleAt(save.error, key)}
                onChange={value => {
                  const { [key]: _, ...others } = edits
                  setEdits(isSame(value, before) ? others : { ...others, [key]: value })
                }}
              />
            )
          })}
        </fieldset>
      ))}
      <RoomFault error={save.error} />
      {isAdmin && (
        <div className="row wrap gap-8">
          <Button type="submit" kind="primary" disabled={count === 0 || save.isPending}>
            Save the settings
          </Button>
          <Button
            disabled={count === 0}
            onClick={() => {
              setEdits({})
              save.reset()
            }}
          >
            Revert
          </Button>
          <span className="muted">{count > 0 && `${formatCount(count, 'change')}, not saved yet`}</span>
        </div>
      )}
    </form>
  )
}

/** Sections are named by the list above, whose keys the compiler checks against the settings. */
function sectionOf(stored: Props['stored'], section: string): { [name: string]: Value } {
  return stored[section as keyof Props['stored']]
}

function isSame(one: Value, other: Value): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type SettingControlValue = boolean | number | string | readonly string[]

interface SettingControlProps {
  words: SettingWords
  value: SettingControlValue
  fault: string | undefined
  onChange: (value: SettingControlValue) => void
}

/** One setting, by its kind. Invalid numbers are sent as typed, and the server says what is wrong. */
function SettingControl({ words, value, fault, onChange }: SettingControlProps) {
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
