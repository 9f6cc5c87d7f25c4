import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api.ts'
import { useDiaryPlace } from '../../state/diary/addresses.ts'
import { timeWords } from '../../state/words.ts'
import { CitedBy } from './cited-by.tsx'

/** What leads from the transcript on the screen to records: those that cite it, and the sessions it worked in. */
export function SessionLinks() {
  const { date, key, session } = useDiaryPlace()
  const { data } = useQuery({
    queryKey: ['home', 'chat-sessions', date, key, session],
    queryFn: ({ signal }) => call('home_chat_sessions', { date, project_key: key, session_ref: session }, signal),
    staleTime: 60_000,
    retry: false,
  })
  const sessions = data?.sessions ?? []
  return (
    <div className="session-links row wrap gap-y-2 gap-x-12 muted text-xs">
      <CitedBy places={[`diary:${date}/${key}/${session}`]} />
      {sessions.length > 0 && (
        <p className="row wrap gap-8">
          {sessions.length === 1 ? 'Records session' : 'Records sessions'}
          {sessions.map(({ id, project_id, created }) => (
            <Link
              key={id}
              to="/p/$project/records/activity"
              params={{ project: project_id }}
              search={{ session: id }}
              className="underlined tone-accent"
              title={id}
            >
              of {timeWords(created)}
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}
