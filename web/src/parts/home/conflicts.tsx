import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { unsavedRecords } from '../../state/drafts.ts'
import { recordQuery } from '../../state/record-queries.ts'
import { Section } from '../../ui/section.tsx'

/** Records that this browser has edited while another session stored a newer version. */
export function Conflicts() {
  const [unsaved] = useState(unsavedRecords)
  const records = useQueries({ queries: unsaved.map(({ project, id }) => recordQuery(project, id)) })
  const conflicts = unsaved.flatMap((draft, index) => {
    const record = records[index]?.data?.record
    return record && record.version > draft.baseVersion ? [{ ...draft, title: record.title }] : []
  })
  if (conflicts.length === 0) return null
  return (
    <Section title="Conflicts" count={conflicts.length}>
      <ul className="rows inbox-rows">
        {conflicts.map(({ project, id, title }) => (
          <li key={`${project}/${id}`} className="row wrap gap-12 py-10">
            <span className="row-text stack grow min-w-0 gap-2">
              <span>
                {id} {plainLine(title)}
              </span>
              <span className="muted">Changed by another session while you edited it · {project}</span>
            </span>
            <Link to="/p/$project/records/$id/conflict" params={{ project, id }} className="button small">
              Choose what to keep
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
