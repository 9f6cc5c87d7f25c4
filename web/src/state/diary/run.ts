import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EndState, Phase, Run, RunEvent, RunTotals, TaskState } from '../../../../src/diary/generate/run.ts'
import { call } from '../../api.ts'

/** What is known of a run from its events; each tells a thing as it is now. */
export interface RunProgress {
  phases: ReadonlyMap<Phase, { done: number; total: number }>
  tasks: ReadonlyMap<string, TaskState>
  tokens: number | null
  cost_usd: number | null
  budget_usd: number | null
  end: { state: EndState; totals: RunTotals } | null
}

export const unseen: RunProgress = {
  phases: new Map(),
  tasks: new Map(),
  tokens: null,
  cost_usd: null,
  budget_usd: null,
  end: null,
}

type Told = { [E in RunEvent as E['event']]: { event: E['event']; data: E['data'] } }[RunEvent['event']]

export function withEvent(run: RunProgress, told: Told): RunProgress {
  switch (told.event) {
    case 'task':
      return { ...run, tasks: new Map(run.tasks).set(told.data.id, told.data.state) }
    case 'progress': {
      const { phase, done, total } = told.data
      return { ...run, phases: new Map(run.phases).set(phase, { done, total }) }
    }
    case 'cost':
      return { ...run, ...told.data }
    case 'done':
      return { ...run, end: told.data }
  }
}

/** Follows a run while the component is mounted. The browser resumes a lost stream where it was. */
export function useRun(runId: string, onEnd: (state: EndState) => void): RunProgress {
  const [run, setRun] = useState(unseen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback is no reason to connect again
  useEffect(() => {
    setRun(unseen)
    const source = new EventSource(`/api/diary/runs/${encodeURIComponent(runId)}/events`)
    for (const event of ['task', 'progress', 'cost', 'done'] as const) {
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        // The server writes ids and numbers in the shape of its own RunEvent.
        const told = { event, data: JSON.parse(data) } as Told
        setRun(before => withEvent(before, told))
        if (told.event !== 'done') return
        source.close()
        onEnd(told.data.state)
      })
    }
    return () => source.close()
  }, [runId])
  return run
}

export const runQuery = (date: string, run_id: string) =>
  queryOptions({
    queryKey: ['diary', 'day', date, 'run', run_id],
    queryFn: ({ signal }) => call('diary_run', { run_id }, signal),
  })

/** The run that goes on for a day. Its file may be that of a process which is gone, so the operation is asked. */
export function useRunningRun(date: string, { run }: { run: { [key: string]: unknown } | null }): string | undefined {
  const runId = runningIn(run)
  const { data } = useQuery({ ...runQuery(date, runId ?? ''), enabled: runId !== undefined })
  return data?.state === 'running' ? runId : undefined
}

/** The run that run.json of a day tells of, where it tells of one that goes on. */
export function runningIn(file: { [key: string]: unknown } | null): string | undefined {
  // Only the runner writes the file; what is used of it is looked at below.
  const { run_id, state } = (file ?? {}) as Partial<Run>
  return state === 'running' && typeof run_id === 'string' ? run_id : undefined
}
