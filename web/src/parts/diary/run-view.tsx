import { useMutation, useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleStop, TriangleAlert } from 'lucide-react'
import type { EndState, Phase, RunTotals } from '../../../../src/diary/generate/run.ts'
import { compact, dollars } from '../../../../src/diary/report/text/numbers.ts'
import { formatCount, sum } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { nameInKey } from '../../state/diary/project-labels.ts'
import { refreshDay } from '../../state/diary/queries.ts'
import { type RunProgress, runQuery, useRun } from '../../state/diary/run.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { sentencesForPeople } from '../../ui/fault-words.ts'
import { Progress } from './progress.tsx'

const phaseWords: { [phase in Phase]: string } = {
  prepare: 'Preparing the day',
  evidence: 'Reading turns into evidence',
  synthesis: 'Grouping evidence into work items',
  render: 'Writing the report',
  narration: 'Writing the narrative',
}
const endWords: { [state in EndState]: string } = {
  complete: 'The report is ready.',
  incomplete: 'The report is ready, and some turns are still without evidence.',
  failed: 'The run ended early. What it has written stays.',
  cancelled: 'The run was stopped. What it has written stays.',
}

interface Props {
  date: string
  runId: string
  onClose: () => void
  onAgain: () => void
}

/** A run in progress: phases, current tasks, spending, and how it ended. */
export function RunView({ date, runId, onClose, onAgain }: Props) {
  const run = useRun(runId, state => {
    announce(endWords[state], state === 'failed' ? 'alert' : 'done')
    void refreshDay(date)
  })
  const cancel = useMutation({ mutationFn: () => call('diary_cancel', { run_id: runId }) })
  const running = [...run.tasks].filter(([, state]) => state === 'running').map(([id]) => id)
  return (
    <div className="run stack gap-12">
      {run.phases.size === 0 && !run.end && <Progress label="Starting" />}
      {[...run.phases].map(([phase, { done, total }]) => (
        <Progress key={phase} label={phaseWords[phase]} asShare={phase === 'prepare'} done={done} total={total} />
      ))}
      <Spent run={run} />
      {run.end ? (
        <Ended date={date} runId={runId} {...run.end} />
      ) : (
        <p className="muted text-s">
          {running.length > 0
            ? `Working on ${running.slice(0, 3).map(taskWords).join(', ')}`
            : 'Waiting for the first task'}
          {running.length > 3 && ` and ${running.length - 3} more`}
        </p>
      )}
      {cancel.error && <FaultView error={cancel.error} />}
      <div className="dialog-actions">
        {run.end ? (
          <>
            {run.end.state !== 'complete' && <Button onClick={onAgain}>Generate again</Button>}
            <Button kind="primary" onClick={onClose}>
              Show the day
            </Button>
          </>
        ) : (
          <>
            <Button icon={CircleStop} disabled={cancel.isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
              {cancel.isSuccess ? 'Stopping …' : 'Stop the run'}
            </Button>
            <Button onClick={onClose}>Continue in the background</Button>
          </>
        )}
      </div>
    </div>
  )
}

/** `evidence:ledger-d7…:S0001:T0001` in words. */
function taskWords(id: string): string {
  const [phase, key = '', session, turn] = id.split(':')
  const label = nameInKey(key)
  return [phase, label, session, turn].filter(Boolean).join(' ')
}

function Spent({ run: { tokens, cost_usd, budget_usd } }: { run: RunProgress }) {
  if (tokens === null && cost_usd === null) return null
  return (
    <p className="tabular text-s">
      {tokens !== null && `${compact(tokens)} tokens`}
      {tokens !== null && cost_usd !== null && ', '}
      {cost_usd !== null && dollars(cost_usd)}
      {budget_usd !== null && ` of ${dollars(budget_usd)}`}
    </p>
  )
}

interface EndedProps {
  date: string
  runId: string
  state: EndState
  totals: RunTotals
}

function Ended({ date, runId, state, totals }: EndedProps) {
  const failed = state === 'failed'
  const { data } = useQuery({ ...runQuery(date, runId), enabled: failed })
  const items = sum(Object.values(totals.work_items))
  return (
    <div className={`flex items-start gap-12 p-12 rounded-m text-s ${failed ? 'bg-bad' : 'bg-good'}`}>
      {state === 'complete' ? (
        <CircleCheck className="tone-good" aria-hidden="true" />
      ) : (
        <TriangleAlert className="tone-bad" aria-hidden="true" />
      )}
      <div>
        <p>
          <strong>{endWords[state]}</strong>
        </p>
        {data?.failure && (
          <p>
            {data.failure.message} {sentencesForPeople(data.failure.hint)}
          </p>
        )}
        <p className="soft">
          {formatCount(totals.turns, 'turn')}, {formatCount(items, 'work item')}
          {totals.gaps > 0 && `, ${formatCount(totals.gaps, 'turn')} without evidence`}
          {totals.fallbacks > 0 && `, ${totals.fallbacks} by the built-in reader instead`}.
        </p>
      </div>
    </div>
  )
}
