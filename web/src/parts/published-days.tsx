import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { shortDate } from '../../../src/diary/report/text/names.ts'
import { plainLine } from '../../../src/diary/report/text/plain.ts'
import { useIsMember } from '../state/home.ts'
import { publishedDaysQuery } from '../state/published.ts'
import { Section } from '../ui/section.tsx'
import { safeText } from './transcript/safe-text.ts'

const shown = 10

/** Days whose reports were published to this project, as `daybook diary publish` does. */
export function PublishedDays({ project }: { project: string }) {
  // On a person's own machine nobody publishes.
  const isMember = useIsMember()
  const days = useQuery({ ...publishedDaysQuery(project), enabled: isMember, retry: false }).data ?? []
  if (days.length === 0) return null
  return (
    <Section title="Published days" count={days.length}>
      <ul className="rows">
        {days.slice(0, shown).map(({ author, date, title }) => (
          <li key={`${author} ${date}`} className="stack gap-4 py-10">
            <span className="row wrap gap-8">
              <Link
                to="/p/$project/published/$author/$date"
                params={{ project, author, date }}
                className="text-link"
                data-row
              >
                {shortDate(date)}
              </Link>
              <span className="muted text-s">{safeText(author)}</span>
            </span>
            <span className="text-s break-anywhere">{plainLine(title)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}
