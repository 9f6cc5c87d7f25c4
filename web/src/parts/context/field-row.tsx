import './context.css'
import { limits } from '../../../../src/context/limits.ts'
import { CallFault } from '../../api.ts'
import type { FieldEdits } from '../../state/context/field-edits.ts'
import type { FieldSaving } from '../../state/context/field-saving.ts'
import { type FieldKey, type FieldSpec, fields } from '../../state/context/fields.ts'
import { byteSize } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { Counter, Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { ChangedElsewhere } from './changed-elsewhere.tsx'
import { ContextFault } from './context-fault.tsx'

interface Props {
  project: string
  field: FieldKey
  stored: string
  edits: FieldEdits
  saving: FieldSaving
  mayWrite: boolean
  children?: React.ReactNode
}

/** One field of a project: the stored text, the edited text, and the buttons to save or drop the edit. */
export function FieldRow({ project, field, stored, edits, saving, mayWrite, children }: Props) {
  const spec = fields[field]
  const value = edits.valueOf(field)
  const edit = edits.editOf(field)
  const fault = saving.faultOf(field)
  const ruled = edit && fault instanceof CallFault ? fault.problems[0]?.message : undefined
  return (
    <div
      className={edit ? 'field-row dirty stack gap-8 min-w-0' : 'field-row stack gap-8 min-w-0'}
      id={`field-${field}`}
    >
      <Field label={spec.label} help={spec.help} fault={ruled} counter={<Limit spec={spec} value={value} />}>
        {control => (
          <Control
            control={control}
            spec={spec}
            value={value}
            readOnly={!mayWrite}
            onChange={typed => edits.set(field, typed)}
          />
        )}
      </Field>
      {children}
      {edit && fault !== undefined && ruled === undefined && (
        <ContextFault error={fault} project={project} onRetry={() => void saving.save(field)} />
      )}
      {edit && edits.isChangedElsewhere(field) ? (
        <ChangedElsewhere
          label={spec.label}
          edit={edit}
          stored={stored}
          isText={spec.kind === 'long' || spec.kind === 'text'}
          onSettle={settled => edits.settle(field, settled)}
        />
      ) : (
        edit && (
          <div className="row wrap gap-6 text-xs">
            <Button small kind="primary" disabled={saving.isSaving(field)} onClick={() => void saving.save(field)}>
              Save<span className="hidden-text"> {spec.label}</span>
            </Button>
            <Button small kind="quiet" onClick={() => edits.revert(field)}>
              Revert<span className="hidden-text"> {spec.label}</span>
            </Button>
            <span className="muted">Kept in this browser until it is saved</span>
          </div>
        )
      )}
    </div>
  )
}

function Limit({ spec: { kind, limit }, value }: { spec: FieldSpec; value: string }) {
  if (limit === undefined) return null
  const isBytes = kind === 'long'
  const actual = isBytes ? byteSize(value) : [...value].length
  return <Counter actual={actual} limit={limit} unit={isBytes ? 'bytes' : 'characters'} />
}

interface ControlProps {
  control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }
  spec: FieldSpec
  value: string
  readOnly: boolean
  onChange: (value: string) => void
}

function Control({ control, spec: { kind, mono }, value, readOnly, onChange }: ControlProps) {
  const plain = { ...control, value, readOnly, spellCheck: !mono }
  switch (kind) {
    case 'switch':
      return (
        <Switch
          control={control}
          on={value === 'on'}
          disabled={readOnly}
          onChange={on => onChange(on ? 'on' : 'off')}
        />
      )
    case 'workType':
      return (
        <select
          {...control}
          className="input"
          disabled={readOnly}
          value={value}
          onChange={event => onChange(event.target.value)}
        >
          <option value="continue">Continue: pick up where the last chat ended</option>
          <option value="start">Start: begin something new</option>
        </select>
      )
    case 'text':
      return <textarea {...plain} className="textarea short" onChange={event => onChange(event.target.value)} />
    case 'long':
      return <textarea {...plain} className="textarea source" onChange={event => onChange(event.target.value)} />
    case 'number':
      return (
        <input
          {...plain}
          type="number"
          className="input tabular"
          min={limits.minTokens}
          max={limits.maxTokens}
          placeholder="No budget"
          onChange={event => onChange(event.target.value)}
        />
      )
    default:
      return (
        <input
          {...plain}
          type={kind === 'date' ? 'date' : 'text'}
          className={mono ? 'input mono' : 'input'}
          autoComplete="off"
          onChange={event => onChange(event.target.value)}
        />
      )
  }
}
