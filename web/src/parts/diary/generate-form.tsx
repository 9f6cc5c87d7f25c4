import './diary.css'
import '../records.css'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useId, useState } from 'react'
import { compact, dollars } from '../../../../src/diary/report/text/numbers.ts'
import { formatCount, formatNumber } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import type { Input, Output } from '../../operations.ts'
import { refreshDay } from '../../state/diary/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Loaded } from '../../ui/loaded.tsx'

type Wanted = Input<'diary_generate'>
type Mode = NonNullable<Wanted['with']>
type Estimate = Output<'diary_estimate'>

const modeWords: { [mode in Mode]: { name: string; about: string } } = {
  builtin: { name: 'Built-in reader', about: 'Works on this machine by fixed rules. Free and reproducible.' },
  model: { name: 'A language model', about: 'The one configured as diary.model, or the first found on this machine.' },
  claude: { name: 'Claude Code', about: 'Your own claude program, with your login.' },
  codex: { name: 'Codex', about: 'Your own codex program, with your login.' },
}

interface Props {
  date: string
  onStarted: (runId: string) => void
  onClose: () => void
}

export function GenerateForm(props: Props) {
  const { date } = props
  const [mode, setMode] = useState<Mode>('builtin')
  const estimate = useQuery({
    queryKey: ['diary', 'day', date, 'estimate', mode],
    queryFn: ({ signal }) => call('diary_estimate', { date, with: mode }, signal),
    placeholderData: keepPreviousData,
  })
  return (
    <Loaded query={estimate} label="the ways to generate" lines={5}>
      {estimate => <Form key={mode} {...props} mode={mode} onMode={setMode} estimate={estimate} />}
    </Loaded>
  )
}

interface FormProps extends Props {
  mode: Mode
  onMode: (mode: Mode) => void
  estimate: Estimate
}

function Form({ date, mode, onMode, estimate, onStarted, onClose }: FormProps) {
  const group = useId()
  const [agreed, setAgreed] = useState(false)
  const [budget, setBudget] = useState('')
  const [fresh, setFresh] = useState<Wanted['fresh'] | 'nothing'>('nothing')
  const start = useMutation({
    mutationFn: () =>
      call('diary_generate', {
        date,
        with: mode,
        ...(budget !== '' && { budget_usd: Number(budget) }),
        ...(fresh !== 'nothing' && { fresh }),
        ...(agreed && { consent: true }),
      }),
    onSuccess: async ({ run_id }) => {
      onStarted(run_id)
      await refreshDay(date)
    },
  })
  const available = estimate.modes.find(({ name }) => name === mode)?.available ?? false
  const mustAgree = estimate.consent === 'needed'
  return (
    <form
      className="form"
      onSubmit={event => {
        event.preventDefault()
        start.mutate()
      }}
    >
      <fieldset className="tiles m-0 p-0 border-0">
        <legend className="text-s weight-550">Who reads the transcripts</legend>
        {estimate.modes.map(({ name, available, reason }) => (
          <label
            key={name}
            className={`mode ${available ? 'hoverable pointer' : 'missing'} flex items-start gap-10 py-10 px-12 border-strong rounded-m text-s`}
          >
            <input
              type="radio"
              name={group}
              value={name}
              checked={name === mode}
              disabled={!available}
              onChange={() => onMode(name)}
            />
            <span className="stack gap-2">
              <strong className="weight-550">{modeWords[name].name}</strong>
              <span className="soft text-xs">{modeWords[name].about}</span>
              {reason && <span className="soft text-xs">Not available: {reason}.</span>}
            </span>
          </label>
        ))}
      </fieldset>
      <Amount estimate={estimate} mode={mode} />
      <div className="form-row even">
        <Field label="Existing evidence">
          {control => (
            <select
              {...control}
              className="input"
              value={fresh}
              onChange={event => setFresh(freshChoices.find(([value]) => value === event.target.value)?.[0])}
            >
              {freshChoices.map(([value, word]) => (
                <option key={value} value={value}>
                  {word}
                </option>
              ))}
            </select>
          )}
        </Field>
        {mode !== 'builtin' && (
          <TextField
            label="Budget in US dollars"
            help="Optional. When it is used up, the built-in reader does the rest."
            type="number"
            min="0"
            step="0.01"
            inputMode="decimal"
            value={budget}
            onChange={setBudget}
          />
        )}
      </div>
      {estimate.sends && (
        <div className="note consent stack gap-8">
          <p>{estimate.sends}</p>
          {mustAgree ? (
            <label className="row gap-8 weight-550">
              <input type="checkbox" checked={agreed} onChange={event => setAgreed(event.target.checked)} /> I agree
              that this leaves my machine
            </label>
          ) : (
            <p className="muted">You agreed to this before.</p>
          )}
        </div>
      )}
      {start.error && <FaultView error={start.error} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          icon={Play}
          type="submit"
          kind="primary"
          disabled={start.isPending || !available || (mustAgree && !agreed)}
        >
          Start
        </Button>
      </div>
    </form>
  )
}

const freshChoices: ReadonlyArray<readonly [NonNullable<Wanted['fresh']> | 'nothing', string]> = [
  ['nothing', 'Keep it and generate what is missing'],
  ['synthesis', 'Keep it and group it again'],
  ['all', 'Move it away and start over'],
]

/** The work and the budget of the run, before it starts. */
function Amount({ estimate, mode }: { estimate: Estimate; mode: Mode }) {
  const { turns_without_chain, uncovered_turns, estimated_tokens, estimated_cost_usd } = estimate
  const cost = estimated_cost_usd === null ? 'not known' : dollars(estimated_cost_usd)
  const amounts = {
    'Turns to read': formatCount(turns_without_chain, 'turn'),
    'Turns in no work item': formatNumber(uncovered_turns),
    'Tokens, about': estimated_tokens === 0 ? 'none' : compact(estimated_tokens),
    'Cost, about': mode === 'builtin' ? 'free' : cost,
  }
  return (
    <dl className="amount flex wrap gap-y-10 gap-x-32 p-12 rounded-m bg-sunken" aria-label="Estimate">
      {Object.entries(amounts).map(([name, amount]) => (
        <div key={name}>
          <dt className="muted text-xs">{name}</dt>
          <dd className="weight-550 tabular">{amount}</dd>
        </div>
      ))}
    </dl>
  )
}
