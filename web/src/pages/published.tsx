import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { longDate } from '../../../src/diary/report/text/names.ts'
import { Ago } from '../parts/ago.tsx'
import { safeText } from '../parts/transcript/safe-text.ts'
import { useProject } from '../state/addresses.ts'
import { publishedReportQuery } from '../state/published.ts'
import { Loaded } from '../ui/loaded.tsx'
import { useTitle } from '../ui/page-head.tsx'

/** The report of a day that somebody published to this project. It is a document of its own, as `report.html` is. */
export function PublishedPage() {
  const project = useProject()
  const { author = '', date = '' } = useParams({ strict: false })
  const [height, setHeight] = useState(800)
  const report = useQuery({ ...publishedReportQuery(project, author, date), retry: false })
  useTitle(`${longDate(date)}, ${safeText(author)}`)
  return (
    <div className="page">
      <p className="mb-10 text-s">
        <Link to="/p/$project" params={{ project }} className="text-link inline-row gap-6">
          <ArrowLeft aria-hidden="true" /> Overview
        </Link>
      </p>
      <h1 className="hidden-text">
        {longDate(date)}, {safeText(author)}
      </h1>
      <Loaded query={report} label="the report" lines={10}>
        {({ html = '', version, published_at }) => (
          <>
            <p className="mb-20 muted text-s">
              Published by {safeText(author)} <Ago time={published_at} />
              {version > 1 && `, version ${version}`}
            </p>
            <iframe
              title={`Report of ${longDate(date)}`}
              // It has no scripts, and none would run; its height is read from here.
              sandbox="allow-same-origin"
              srcDoc={html}
              className="full"
              style={{ height, border: 0 }}
              onLoad={event => setHeight(event.currentTarget.contentDocument?.documentElement.scrollHeight ?? height)}
            />
          </>
        )}
      </Loaded>
    </div>
  )
}
