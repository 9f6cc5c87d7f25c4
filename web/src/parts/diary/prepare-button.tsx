import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CalendarPlus } from 'lucide-react'
import { call } from '../../api.ts'
import type { Input } from '../../operations.ts'
import { announce } from '../../state/announce.ts'
import { refreshDay } from '../../state/diary/queries.ts'
import { FaultView } from '../fault-view.tsx'
import { Progress } from './progress.tsx'

interface Props {
  label: string
  /** Today, where the diary lives, when absent. */
  date?: string
  mode?: Input<'diary_prepare'>['mode']
  quiet?: boolean
}

const resultWords = {
  created: 'is prepared',
  reused: 'was prepared already',
  refreshed: 'is up to date',
  rebuilt: 'is prepared anew',
}

/** Prepares a day and goes there. */
export function PrepareButton({ label, date, mode, quiet = false }: Props) {
  const navigate = useNavigate()
  const prepare = useMutation({
    mutationFn: () => call('diary_prepare', { ...(date && { date }), ...(mode && { mode }) }),
    onSuccess: async ({ date, result }) => {
      await refreshDay(date)
      announce(`${date} ${resultWords[result]}`)
      await navigate({ to: '/diary/$date', params: { date } })
    },
  })
  return (
    <div className="prepare">
      <button
        type="button"
        className={quiet ? 'button' : 'button primary'}
        disabled={prepare.isPending}
        onClick={() => prepare.mutate()}
      >
        <CalendarPlus aria-hidden="true" /> {label}
      </button>
      {prepare.isPending && <Progress label="Reading the transcripts" />}
      {prepare.error && <FaultView error={prepare.error} />}
    </div>
  )
}
