import { Plus, X } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useId, useState } from 'react'
import { type State, states } from '../../../../src/records/states.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { StateShape, wordOf } from '../../parts/state-mark.tsx'
import type { SearchAddress } from '../../state/addresses.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextField } from '../../ui/field.tsx'

interface Props {
  project: string
  address: SearchAddress
  onChange: (address: SearchAddress) => void
}

/** Filters as chips: states are toggled, the others are added and removed. */
export function Filters({ project, address, onChange }: Props) {
  const { states: chosen = [], types = [], under, meta = {} } = address
  function toggle(state: State) {
    const next = chosen.includes(state) ? chosen.filter(other => other !== state) : [...chosen, state]
    onChange({ ...address, states: next })
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: filter chips, not a form
    <div className="row wrap gap-6" role="group" aria-label="Filters">
      {states.map(state => (
        <button
          key={state}
          type="button"
          className="chip"
          aria-pressed={chosen.includes(state)}
          onClick={() => toggle(state)}
        >
          <StateShape state={state} /> {wordOf(state)}
        </button>
      ))}
      {types.map(type => (
        <Removable
          key={type}
          label={`Type: ${type}`}
          onRemove={() => onChange({ ...address, types: types.filter(other => other !== type) })}
        />
      ))}
      {under && <Removable label={`Under ${under}`} onRemove={() => onChange({ ...address, under: '' })} />}
      {Object.entries(meta).map(([key, value]) => (
        <Removable
          key={key}
          label={`${key} = ${value}`}
          onRemove={() =>
            onChange({ ...address, meta: Object.fromEntries(Object.entries(meta).filter(([other]) => other !== key)) })
          }
        />
      ))}
      <AddFilter project={project} address={address} onChange={onChange} />
    </div>
  )
}

function Removable({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <button type="button" className="chip chosen" aria-label={`Remove filter ${label}`} onClick={onRemove}>
      {label} <X aria-hidden="true" />
    </button>
  )
}

function AddFilter({ project, address, onChange }: Props) {
  const [open, setOpen] = useState(false)
  const [type, setType] = useState('')
  const [under, setUnder] = useState('')
  const [key, setKey] = useState('')
  const [value, setValue] = useState('')
  const title = useId()
  function add() {
    onChange({
      ...address,
      ...(type.trim() && { types: [...new Set([...(address.types ?? []), type.trim()])] }),
      ...(under.trim() && { under: under.trim() }),
      ...(key.trim() && { meta: { ...address.meta, [key.trim()]: value } }),
    })
    for (const clear of [setType, setUnder, setKey, setValue]) clear('')
    setOpen(false)
  }
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button type="button" className="chip">
          <Plus aria-hidden="true" /> Filter
        </button>
      </Popover.Trigger>
      <Popover.Content
        className="menu popover"
        align="start"
        sideOffset={6}
        collisionPadding={8}
        aria-labelledby={title}
      >
        <form
          className="form"
          onSubmit={event => {
            event.preventDefault()
            add()
          }}
        >
          <p id={title} className="hidden-text">
            Add a filter
          </p>
          <TextField label="Type" placeholder="decision" value={type} onChange={setType} />
          <Field label="Within the subtree of">
            {control => <RecordPicker project={project} control={control} value={under} onChange={setUnder} />}
          </Field>
          <div className="form-row even">
            <TextField label="Metadata key" isMono placeholder="topic" value={key} onChange={setKey} />
            <TextField label="equals" isMono placeholder="clock" value={value} onChange={setValue} />
          </div>
          <Button type="submit" kind="primary">
            Add filter
          </Button>
        </form>
      </Popover.Content>
    </Popover.Root>
  )
}
