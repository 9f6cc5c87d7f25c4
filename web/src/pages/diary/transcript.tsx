import '../../parts/records.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call, isProblemAt } from '../../api.ts'
import type { Place } from '../../parts/transcript/fetched-lines.ts'
import { type Outline, outlineQuery } from '../../parts/transcript/outline.ts'
import { useDiaryPlace } from '../../state/diary/addresses.ts'
import { Empty } from '../../ui/empty.tsx'
import { sentencesForPeople } from '../../ui/fault-words.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { TranscriptView } from './transcript/view.tsx'

/** One session of a day, line by line. */
export function TranscriptPage() {
  const { date, key: project_key, session: session_ref } = useDiaryPlace()
  const place = { date, project_key, session_ref }
  const session = useQuery(sessionQuery(place))
  const outline = useQuery(outlineQuery(place))
  if (session.data && session.data.total_lines > 0 && !outline.isPending) {
    // Another session is another list, with a scroll position of its own.
    return (
      <TranscriptView
        key={`${date} ${project_key} ${session_ref}`}
        place={place}
        session={session.data}
        outline={outline.data ?? noOutline}
      />
    )
  }
  const toDay = (
    <Link to="/diary/$date" params={{ date }} className="button">
      Back to the day
    </Link>
  )
  if (isProblemAt(session.error, 'session_ref') || isProblemAt(session.error, 'project_key')) {
    return (
      <div className="page">
        <PageHead title="No such session" />
        <Empty title="This day has no such session" step={toDay}>
          {sentencesForPeople(session.error.message) || 'It may be part of another day.'}
        </Empty>
      </div>
    )
  }
  return (
    <div className="page">
      <PageHead title="Session" />
      <Loaded query={session.data ? outline : session} label="the session" lines={8}>
        {() => (
          <Empty title="The transcript has no lines" step={toDay}>
            Its file was empty when the day was prepared. Prepare the day again if the agent has written to it since.
          </Empty>
        )}
      </Loaded>
    </div>
  )
}

/** Where the outline cannot be had, every line is shown. */
const noOutline: Outline = { hidden: [], agents: [] }

const sessionQuery = (place: Place) =>
  queryOptions({
    queryKey: ['diary', 'day', place.date, 'session', place.project_key, place.session_ref],
    queryFn: ({ signal }) => call('diary_session', place, signal),
  })
