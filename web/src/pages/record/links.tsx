import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { RecordRef } from '../../../../src/records/schema.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { recordQuery } from '../../state/record-queries.ts'
import type { Shown } from './view.tsx'

/** The record's links, and the records that link to it. */
export function Links({ project, shown }: { project: string; shown: Shown }) {
  const { record, backlinks, supersedes = [] } = shown
  const related = record.related ?? []
  return (
    <>
      {supersedes.length > 0 && (
        <section className="mt-24" aria-labelledby="supersedes">
          <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="supersedes">
            Supersedes
          </h2>
          <ul className="links stack gap-2">
            {supersedes.map(({ superseded_by: _, ...replaced }) => (
              <LinkItem key={replaced.id} project={project} record={replaced} note="superseded by this" />
            ))}
          </ul>
        </section>
      )}
      {related.length > 0 && (
        <section className="mt-24" aria-labelledby="related">
          <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="related">
            Related
          </h2>
          <ul className="links stack gap-2">
            {related.map(id => (
              <RelatedItem key={id} project={project} id={id} />
            ))}
          </ul>
        </section>
      )}
      {backlinks.length > 0 && (
        <section className="mt-24" aria-labelledby="backlinks">
          <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="backlinks">
            Mentioned by
          </h2>
          <ul className="links stack gap-2">
            {backlinks.map(({ kind, record }) => (
              <LinkItem
                key={`${kind} ${record.id}`}
                project={project}
                record={record}
                note={kind === 'resolved_by' ? 'resolved by this' : undefined}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function RelatedItem({ project, id }: { project: string; id: string }) {
  const { data } = useQuery(recordQuery(project, id))
  const record = data?.record ?? { id, title: id, state: undefined }
  return <LinkItem project={project} record={record} />
}

interface LinkProps {
  project: string
  record: Pick<RecordRef, 'id' | 'title' | 'superseded_by'> & { state: RecordRef['state'] | undefined }
  note?: string | undefined
}

function LinkItem({ project, record: { id, title, state, superseded_by }, note }: LinkProps) {
  const below = [note, superseded_by && `superseded by ${superseded_by}`].filter(Boolean).join(', ')
  return (
    <li>
      <Link to="/p/$project/records/$id" params={{ project, id }} className="list-row rounded-s text-s">
        {state && <StateMark state={state} wordless />}
        <span>{title}</span>
        <span className="mono muted row-facts">{id}</span>
        {below && <span className="row-below muted text-xs">{below}</span>}
      </Link>
    </li>
  )
}
