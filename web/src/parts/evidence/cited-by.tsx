import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { citedByQuery } from '../../state/evidence.ts'

interface Props {
  /** As evidence names them: `diary:2026-05-12/ledger-1/W0001`. */
  places: readonly string[]
  /** For places that only one project has, such as an issue of its room. */
  project?: string
}

/** The records that cite one of these places; nothing where there are none, or nothing is known. */
export function CitedBy({ places, project }: Props) {
  const found = useQueries({ queries: places.map(place => ({ ...citedByQuery(place, project), retry: false })) })
  const cited = found.flatMap(({ data }) => data?.citations ?? [])
  const records = [...new Map(cited.map(({ record }) => [record.id, record])).values()]
  if (records.length === 0) return null
  return (
    <p className="cited-by row wrap gap-y-4 gap-x-8 muted text-xs">
      Cited by
      {records.map(({ id, project_id, title, superseded_by }) => (
        <Link
          key={id}
          to="/p/$project/records/$id"
          params={{ project: project_id, id }}
          className={superseded_by ? 'underlined mono tone-accent struck' : 'underlined mono tone-accent'}
          title={superseded_by ? `${title} (superseded by ${superseded_by})` : title}
        >
          {id}
          {superseded_by && <span className="hidden-text"> superseded by {superseded_by}</span>}
        </Link>
      ))}
    </p>
  )
}
