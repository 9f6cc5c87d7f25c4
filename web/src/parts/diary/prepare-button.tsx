import './diary.css'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import type { CallProgress } from '../../../../src/kernel/call.ts'
import { callWithProgress } from '../../api.ts'
import type { Input } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { refreshDay } from '../../state/diary/queries.ts'
import { Button } from '../../ui/button.tsx'
import { FaultView } from '../../ui/fault-view.tsx'
import { Progress } from './progress.tsx'

interface Props {
  label: string
  /** Today, in the diary's time zone, when absent. */
  date?: string
  mode?: Input<'diary_prepare'>['mode']
  quiet?: boolean
}

const resultWords = {
  created: 'is prepared',
  reused: 'was prepared already',
  refreshed: 'is up to date',
  rebuilt: 'is prepared again',
}

const phaseWords: { [phase: string]: string } = {
  index: 'Reading transcripts',
  archive: 'Archiving transcripts',
  decide: 'Selecting the day’s turns',
  stage: 'Copying the day’s turns',
  publish: 'Saving the day',
}

/** Prepares a day and opens it. */
export function PrepareButton({ label, date, mode, quiet = false }: Props) {
  const navigate = useNavigate()
  const [progress, setProgress] = useState<CallProgress>()
  const prepare = useMutation({
    mutationFn: () => callWithProgress('diary_prepare', { ...(date && { date }), ...(mode && { mode }) }, setProgress),
    onMutate: () => setProgress(undefined),
    onSuccess: async ({ date, result }) => {
      await refreshDay(date)
      announce(`${date} ${resultWords[result]}`)
      await navigate({ to: '/diary/$date', params: { date } })
    },
  })
  return (
    <div className="prepare stack justify-items-end gap-10">
      <Button
        icon={CalendarPlus}
        kind={quiet ? undefined : 'primary'}
        disabled={prepare.isPending}
        onClick={() => prepare.mutate()}
      >
        {label}
      </Button>
      {prepare.isPending && (
        <Progress
          label={phaseWords[progress?.phase ?? ''] ?? 'Looking for transcripts'}
          {...(progress && { done: progress.files, total: progress.files_total })}
        />
      )}
      {prepare.error && <FaultView error={prepare.error} />}
    </div>
  )
}
