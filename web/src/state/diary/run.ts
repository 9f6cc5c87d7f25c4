import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { EndState, Phase, Run, RunEvent, RunTotals, TaskState } from '../../../../src/diary/generate/run.ts'
import { call } from '../../api.ts'

/** The state of a run, built from its events; each event carries a current value. */
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

type ReceivedEvent = { [E in RunEvent as E['event']]: { event: E['event']; data: E['data'] } }[RunEvent['event']]

export function withEvent(run: RunProgress, received: ReceivedEvent): RunProgress {
  switch (received.event) {
    case 'task':
      return { ...run, tasks: new Map(run.tasks).set(received.data.id, received.data.state) }
    case 'progress': {
      const { phase, done, total } = received.data
      return { ...run, phases: new Map(run.phases).set(phase, { done, total }) }
    }
    case 'cost':
      return { ...run, ...received.data }
    case 'done':
      return { ...run, end: received.data }
  }
}

/** Follows a run while the component is mounted. The browser resumes a lost stream where it was. */
export function useRun(runId: string, onEnd: (state: EndState) => void): RunProgress {
  const [run, setRun] = useState(unseen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another callback must not reconnect
  useEffect(() => {
    setRun(unseen)
    const source = new EventSource(`/api/diary/runs/${encodeURIComponent(runId)}/events`)
    for (const event of ['task', 'progress', 'cost', 'done'] as const) {
      source.addEventListener(event, ({ data }: MessageEvent<string>) => {
        // The server writes ids and numbers in the shape of its own RunEvent.
        const received = { event, data: JSON.parse(data) } as ReceivedEvent
        setRun(before => withEvent(before, received))
        if (received.event !== 'done') return
        source.close()
        onEnd(received.data.state)
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

/** The running run of a day. Its file may be of a process that is gone, so the operation is asked; till then the file counts. */
export function useRunningRun(
  date: string,
  status: { run: { [key: string]: unknown } | null } | undefined,
): string | undefined {
  const runId = runningIn(status?.run ?? null)
  const { data, isPending } = useQuery({ ...runQuery(date, runId ?? ''), enabled: runId !== undefined })
  return isPending || data?.state === 'running' ? runId : undefined
}

/** The id of the run in a day's run.json, if that one is still running. */
export function runningIn(file: { [key: string]: unknown } | null): string | undefined {
  // Only the runner writes the file; the fields used are checked below.
  const { run_id, state } = (file ?? {}) as Partial<Run>
  return state === 'running' && typeof run_id === 'string' ? run_id : undefined
}
