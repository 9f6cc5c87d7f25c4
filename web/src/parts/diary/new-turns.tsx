import { useQuery } from '@tanstack/react-query'
import { Radio } from 'lucide-react'
import { useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import type { GrownSession } from '../../../../src/diary/watch/grown-session.ts'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { labelOf } from '../../../../src/transcripts/agents.ts'
import { workedDaysQuery } from '../../state/diary/queries.ts'
import { useNotice } from '../../state/feed.ts'
import { queryClient } from '../../state/queries.ts'
import { Button } from '../../ui/button.tsx'
import { ReadDay } from './read-day.tsx'

/** What agents have done since a day was read, as it happens, and a way to read it. */
export function NewTurns({ date, known }: { date: string; known: number }) {
  const worked = useQuery(workedDaysQuery(date, date))
  const [last, setLast] = useState<GrownSession>()
  const [reading, setReading] = useState(false)
  useNotice('transcript_grew', notice => {
    if (notice.date !== date) return
    setLast(notice)
    const { queryKey } = workedDaysQuery(date, date)
    queryClient.setQueryData(queryKey, days => days?.map(day => ({ ...day, turns: notice.day_turns })))
  })
  const fresh = (worked.data?.[0]?.turns ?? 0) - known
  if (reading) return <ReadDay date={date} onDone={() => setReading(false)} />
  if (fresh <= 0) return null
  return (
    <div className="note with-actions mb-10" role="status">
      <Radio aria-hidden="true" />
      <span>
        <strong>{formatCount(fresh, 'new turn')}</strong> since this was read.{last && ` ${lastWords(last)}`}
      </span>
      <Button small onClick={() => setReading(true)}>
        Read {fresh === 1 ? 'it' : 'them'}
      </Button>
    </div>
  )
}

/** The same for the transcript of one session: its last words, as soon as they are written. */
export function NewTurnsOf({ date, source, session_id }: { date: string; source: string; session_id: string }) {
  const [grown, setGrown] = useState<{ turns: number; last: GrownSession }>()
  const [reading, setReading] = useState(false)
  useNotice('transcript_grew', notice => {
    if (notice.source !== source || notice.session_id !== session_id || notice.new_turns === 0) return
    setGrown(before => ({ turns: (before?.turns ?? 0) + notice.new_turns, last: notice }))
  })
  if (reading) {
    const done = () => {
      setReading(false)
      setGrown(undefined)
    }
    return <ReadDay date={date} onDone={done} />
  }
  if (!grown) return null
  return (
    <div className="note with-actions mb-10" role="status">
      <Radio aria-hidden="true" />
      <span>
        <strong>{formatCount(grown.turns, 'new turn')}</strong> in this session. {lastWords(grown.last)}
      </span>
      {grown.last.date === date && (
        <Button small onClick={() => setReading(true)}>
          Read {grown.turns === 1 ? 'it' : 'them'}
        </Button>
      )}
    </div>
  )
}

function lastWords({ source, project_label, prompt }: GrownSession): string {
  return `${labelOf(source)} in ${project_label}${prompt === null ? '' : `: ${plainLine(prompt)}`}`
}
