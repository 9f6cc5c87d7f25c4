import './context.css'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { limits } from '../../../../src/context/limits.ts'
import { type Overrides, without } from '../../state/context/overrides.ts'
import type { StoredProject } from '../../state/context/queries.ts'
import { Field, TextAreaField, TextField } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'
import { BudgetField } from './budget-field.tsx'

interface Props {
  known: StoredProject
  prompts: readonly string[]
  overrides: Overrides
  onChange: (next: Overrides) => void
  /** The size of the block if nothing were left out. */
  most: number
}

/** Overrides for this one block. None of them is stored. */
export function OverrideForm({ known: { data, about }, prompts, overrides, onChange, most }: Props) {
  const list = useId()
  const text = (key: 'instruction' | 'slice' | 'taskFile' | 'developmentPhase', label: string, limit: number) => (
    <Override label={label} isSet={overrides[key] !== undefined} onBack={() => onChange(without(overrides, key))}>
      <TextField
        label={label}
        {...(overrides[key] !== undefined && { className: 'overriding' })}
        {...(key === 'instruction' && { list })}
        maxLength={limit}
        value={overrides[key] ?? data[key] ?? ''}
        onChange={text => onChange({ ...overrides, [key]: text })}
      />
    </Override>
  )
  const digest = overrides.includeDigest ?? about.digest === 'on'
  return (
    <div className="form mt-12 mb-4">
      {text('instruction', 'Instruction', limits.instruction)}
      <datalist id={list}>
        {prompts.map(key => (
          <option key={key} value={key} />
        ))}
      </datalist>
      {text('slice', 'Slice', limits.path)}
      {text('taskFile', 'Task file', limits.path)}
      {text('developmentPhase', 'Phase', limits.phase)}
      <Override
        label="Work"
        isSet={overrides.workType !== undefined}
        onBack={() => onChange(without(overrides, 'workType'))}
      >
        <Field label="Work">
          {control => (
            <select
              {...control}
              className={overrides.workType === undefined ? 'input' : 'input overriding'}
              value={overrides.workType ?? data.workType ?? 'continue'}
              onChange={event =>
                onChange({ ...overrides, workType: event.target.value === 'start' ? 'start' : 'continue' })
              }
            >
              <option value="continue">Continue</option>
              <option value="start">Start</option>
            </select>
          )}
        </Field>
      </Override>
      <TextAreaField
        label="Extra text"
        help="Added at the end of the block, exactly as typed."
        value={overrides.additionalInstructions ?? ''}
        onChange={text =>
          onChange(
            text === '' ? without(overrides, 'additionalInstructions') : { ...overrides, additionalInstructions: text },
          )
        }
      />
      <div className="switch-field">
        <Field label="Digest" help="Open records and recent work.">
          {control => (
            <Switch
              control={control}
              on={digest}
              onChange={on =>
                onChange(
                  on === (about.digest === 'on')
                    ? without(overrides, 'includeDigest')
                    : { ...overrides, includeDigest: on },
                )
              }
            />
          )}
        </Field>
      </div>
      <BudgetField
        stored={about.maxTokens ?? undefined}
        override={overrides.maxTokens}
        most={most}
        onChange={tokens =>
          onChange(tokens === undefined ? without(overrides, 'maxTokens') : { ...overrides, maxTokens: tokens })
        }
      />
    </div>
  )
}

interface OverrideProps {
  label: string
  isSet: boolean
  onBack: () => void
  children: ReactNode
}

/** A control that overrides the project, with a reset button beside its name. */
function Override({ label, isSet, onBack, children }: OverrideProps) {
  return (
    <div className="override relative">
      {children}
      {isSet && (
        <button
          type="button"
          className="override-back inline-row gap-4 tone-accent text-xs weight-400"
          aria-label={`Reset ${label}`}
          onClick={onBack}
        >
          <RotateCcw aria-hidden="true" /> as stored
        </button>
      )}
    </div>
  )
}
