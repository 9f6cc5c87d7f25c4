import { useEffect, useRef, useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { queryClient } from '../../state/queries.ts'
import { counted } from '../../state/words.ts'

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
export function useGeneratedDays() {
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
      announce(`${counted(done, 'report')} made`)
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
