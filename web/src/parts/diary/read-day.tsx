import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api.ts'
import { announce } from '../../state/announce.ts'
import { refreshDay } from '../../state/diary/queries.ts'
import { useRun } from '../../state/diary/run.ts'
import { refreshHome } from '../../state/home.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Progress } from './progress.tsx'

const phaseWords = {
  prepare: 'Reading transcripts',
  evidence: 'Collecting evidence',
  synthesis: 'Grouping the work',
  render: 'Writing the report',
  narration: 'Writing the report',
} as const

interface Props {
  date: string
  /** A run that reads it already. */
  running?: string | undefined
  onDone?: (() => void) | undefined
}

/** Reads a day as soon as it is opened: the built-in reader works on this machine and costs nothing. */
export function ReadDay({ date, running, onDone }: Props) {
  const start = useMutation({ mutationFn: () => call('diary_generate', { date, with: 'builtin' }) })
  const started = useRef<string>(undefined)
  // A run may have ended before the day is loaded again; until then nothing is missing that another run would make.
  const [followed, setFollowed] = useState(running)
  if (running !== undefined && followed !== running) setFollowed(running)
  const { mutate } = start
  useEffect(() => {
    // A page that is shown again for the same day asks once.
    if (followed !== undefined || started.current === date) return
    started.current = date
    mutate()
  }, [date, followed, mutate])
  const runId = followed ?? start.data?.run_id
  if (start.error) return <FaultView error={start.error} onRetry={() => mutate()} />
  if (runId === undefined) return <Strip label="Looking for transcripts" />
  const done = () => {
    setFollowed(undefined)
    onDone?.()
  }
  return <RunStrip date={date} runId={runId} onDone={done} />
}

function RunStrip({ date, runId, onDone }: Pick<Props, 'date' | 'onDone'> & { runId: string }) {
  const [ended, setEnded] = useState(false)
  const run = useRun(runId, state => {
    setEnded(true)
    announce(
      state === 'failed' ? 'The day could not be read' : 'The day is read',
      state === 'failed' ? 'alert' : 'quiet',
    )
    void refreshDay(date).then(onDone)
    void refreshHome()
  })
  const cancel = useMutation({ mutationFn: () => call('diary_cancel', { run_id: runId }) })
  const [phase, share] = [...run.phases].findLast(([, { total }]) => total > 0) ?? []
  return (
    <Strip
      label={phase ? phaseWords[phase] : 'Reading transcripts'}
      asShare={phase === 'prepare'}
      {...(share && { done: share.done, total: share.total })}
      action={
        !ended && (
          <Button small disabled={cancel.isPending} onClick={() => cancel.mutate()}>
            Stop
          </Button>
        )
      }
    />
  )
}

interface StripProps {
  label: string
  done?: number
  total?: number
  asShare?: boolean
  action?: React.ReactNode
}

function Strip({ label, done, total, asShare = false, action }: StripProps) {
  return (
    <div className="row gap-10 py-8 px-16 border rounded-m bg-sunken" role="status">
      <Progress
        label={`${label}; nothing is sent`}
        asShare={asShare}
        {...(done !== undefined && total !== undefined && { done, total })}
      />
      {action}
    </div>
  )
}
