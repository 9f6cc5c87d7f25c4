import { queryOptions, useQuery } from '@tanstack/react-query'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { call } from '../../api.ts'
import { sourceWord } from '../../state/diary/turn-words.ts'
import { dayWords } from '../../state/words.ts'
import { Section } from '../../ui/section.tsx'
import { safeText } from '../transcript/safe-text.ts'

const forgottenQuery = queryOptions({
  queryKey: ['diary', 'forgotten'],
  queryFn: ({ signal }) => call('diary_forgotten', {}, signal),
})

/** The sessions that are kept out; nothing is shown where there are none. */
export function ForgottenSection() {
  const { data } = useQuery(forgottenQuery)
  if (!data || data.sessions.length === 0) return null
  return (
    <Section title="Forgotten sessions" count={data.sessions.length}>
      <ul className="stack gap-4 pl-16 break-anywhere">
        {data.sessions.map(({ source, session_id, forgotten_at, reason, days, pending }) => (
          <li key={`${source} ${session_id}`}>
            {sourceWord(source)} <code>{safeText(session_id)}</code> forgotten on {dayWords(forgotten_at.slice(0, 10))},{' '}
            {formatCount(
              days.reduce((sum, { turns }) => sum + turns, 0),
              'turn',
            )}
            {reason !== null && `: ${safeText(reason)}`}
            {pending && ' (not finished; the next start of Daybook goes on)'}
          </li>
        ))}
      </ul>
      <p className="muted">Daybook reads none of them again. To let one in: daybook forget &lt;session&gt; --undo</p>
    </Section>
  )
}
