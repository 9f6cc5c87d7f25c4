import '../records.css'
import { Link } from '@tanstack/react-router'
import { CalendarPlus, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { dayLabel } from '../../../../src/diary/report/charts/range.ts'
import type { RangeReport } from '../../../../src/diary/report/range/schema.ts'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { pluralize } from '../../state/words.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Progress } from '../diary/progress.tsx'

const first = 14

/** Days without a report are listed, never left out; one button generates them. */
export function MissingDays({ report, today }: { report: RangeReport; today: string }) {
  const missing = report.days.filter(({ date, state }) => date <= today && state === 'not prepared')
  const unreadable = report.days.filter(({ state }) => state === 'unreadable')
  const { run, stop, state } = useGeneratedDays()
  if (missing.length + unreadable.length === 0 && state.doing === undefined) return null
  return (
    <section className="stack gap-12 mb-20" aria-label="Days without a report">
      {unreadable.length > 0 && (
        <p className="note with-actions">
          <TriangleAlert aria-hidden="true" />
          <span>
            The report of {unreadable.map(({ date }) => dayLabel(date)).join(', ')} cannot be read. Move its{' '}
            <code>daily-report.json</code> away and generate it again.
          </span>
        </p>
      )}
      {missing.length > 0 && (
        <div className="border-dashed row wrap gap-y-10 gap-x-12 py-12 px-16 rounded-l text-s">
          <p>
            <strong>{pluralize(missing.length, 'day')}</strong> without a report, not counted below:
          </p>
          <ul className="chips">
            {missing.slice(0, first).map(({ date }) => (
              <li key={date}>
                <Link to="/diary/$date" params={{ date }} className="chip">
                  {dayLabel(date)}
                </Link>
              </li>
            ))}
            {missing.length > first && <li className="muted">and {missing.length - first} more</li>}
          </ul>
          {state.doing === undefined && (
            <Button icon={CalendarPlus} className="push-end" onClick={() => run(missing.map(({ date }) => date))}>
              {makeWords(missing.length)}
            </Button>
          )}
        </div>
      )}
      {state.doing !== undefined && (
        <div className="stack cols-1-auto items-end gap-16">
          <Progress label={`Reading ${dayLabel(state.doing)}`} done={state.done} total={state.total} />
          <Button small disabled={state.stopping} onClick={stop}>
            {state.stopping ? 'Stopping after this day…' : 'Stop'}
          </Button>
        </div>
      )}
      {state.error !== undefined && <FaultView error={state.error} />}
    </section>
  )
}

function makeWords(days: number): string {
  if (days === 1) return 'Generate it'
  return days <= first ? 'Generate them' : `Generate all ${days}`
}

interface State {
  /** The day being generated now. */
  doing: string | undefined
  done: number
  total: number
  stopping: boolean
  error: unknown
}

const idle: State = { doing: undefined, done: 0, total: 0, stopping: false, error: undefined }

/** Generates reports day by day with the built-in extractor; leaving the screen lets the current day finish. */
function useGeneratedDays() {
  const [state, setState] = useState(idle)
  const wanted = useRef(false)
  useEffect(
    () => () => {
      wanted.current = false
    },
    [],
  )

  async function run(dates: readonly string[]): Promise<void> {
    wanted.current = true
    let done = 0
    try {
      for (const date of dates) {
        if (!wanted.current) break
        setState({ ...idle, doing: date, done, total: dates.length })
        await made(date)
        done += 1
        await queryClient.invalidateQueries({ queryKey: ['diary', 'range'] })
      }
      setState(idle)
      announce(`${pluralize(done, 'report')} generated`)
    } catch (error) {
      setState({ ...idle, error })
    }
    void queryClient.invalidateQueries({ queryKey: ['diary'] })
  }

  function stop(): void {
    wanted.current = false
    setState(before => ({ ...before, stopping: true }))
  }

  return { run: (dates: readonly string[]) => void run(dates), stop, state }
}

/** Resolves when the run of the day has ended. */
async function made(date: string): Promise<void> {
  const { run_id } = await call('diary_generate', { date, with: 'builtin' })
  for (;;) {
    const { ended_at } = await call('diary_run', { run_id })
    if (ended_at !== null) return
    await new Promise(resolve => setTimeout(resolve, 400))
  }
}
