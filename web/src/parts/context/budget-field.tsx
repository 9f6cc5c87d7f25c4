import './context.css'
import { useEffect, useState } from 'react'
import { limits } from '../../../../src/context/limits.ts'
import { Field } from '../../ui/field.tsx'
import { Switch } from '../../ui/switch.tsx'

interface Props {
  /** The project's own budget. */
  stored: number | undefined
  override: number | undefined
  /** The size of the block if nothing were left out. */
  most: number
  onChange: (tokens: number | undefined) => void
}

/** The block's budget: a switch, a slider up to the size it needs, and the number itself. */
export function BudgetField({ stored, override, most, onChange }: Props) {
  const wanted = override ?? stored
  // An absent argument means the project's budget, so "no limit" is sent as the largest budget allowed.
  const budget = wanted === undefined || wanted >= limits.maxTokens ? undefined : wanted
  const end = Math.max(limits.minTokens * 2, Math.ceil(most / 100) * 100, budget ?? 0)
  return (
    <div>
      <div className="switch-field">
        <Field
          label="Budget"
          help={budget === undefined ? 'Nothing is left out.' : 'Text written by people always stays.'}
        >
          {control => (
            <Switch
              control={control}
              on={budget !== undefined}
              onChange={on => onChange(on ? (stored ?? end) : stored === undefined ? undefined : limits.maxTokens)}
            />
          )}
        </Field>
      </div>
      {budget !== undefined && (
        <div className="budget-controls stack items-center gap-12 mt-10">
          <input
            type="range"
            aria-label="Budget in tokens, as a slider"
            min={limits.minTokens}
            max={end}
            step={50}
            value={Math.min(budget, end)}
            onChange={event => onChange(Number(event.target.value))}
          />
          <Exactly budget={budget} onChange={onChange} />
        </div>
      )}
    </div>
  )
}

/** The number as typed; incomplete ones are not sent. */
function Exactly({ budget, onChange }: { budget: number; onChange: (tokens: number) => void }) {
  const [typed, setTyped] = useState(String(budget))
  useEffect(() => setTyped(String(budget)), [budget])
  return (
    <input
      type="number"
      aria-label="Budget in tokens"
      className="input tabular"
      min={limits.minTokens}
      max={limits.maxTokens}
      value={typed}
      onChange={event => {
        setTyped(event.target.value)
        const tokens = Number(event.target.value)
        if (Number.isInteger(tokens) && tokens >= limits.minTokens && tokens < limits.maxTokens) onChange(tokens)
      }}
      onBlur={() => setTyped(String(budget))}
    />
  )
}
