import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck, FileDiff, FileMinus, FileQuestionMark, FileX, type LucideIcon } from 'lucide-react'
import type { RecordRef } from '../../../../src/records/schema.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { recordQuery } from '../../state/queries.ts'
import type { Shown } from './view.tsx'

/** The record's links, the records that link to it, and its evidence. */
export function Links({ project, shown }: { project: string; shown: Shown }) {
  const { record, backlinks, evidence } = shown
  const related = record.related ?? []
  return (
    <>
      {related.length > 0 && (
        <section className="side-block" aria-labelledby="related">
          <h2 id="related">Related</h2>
          <ul className="links">
            {related.map(id => (
              <RelatedItem key={id} project={project} id={id} />
            ))}
          </ul>
        </section>
      )}
      {backlinks.length > 0 && (
        <section className="side-block" aria-labelledby="backlinks">
          <h2 id="backlinks">Mentioned by</h2>
          <ul className="links">
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
      {evidence.length > 0 && (
        <section className="side-block" aria-labelledby="evidence">
          <h2 id="evidence">Evidence</h2>
          <ul className="evidence">
            {evidence.map(item => (
              <EvidenceItem key={`${item.kind} ${item.ref} ${item.lines}`} item={item} />
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
  record: Pick<RecordRef, 'id' | 'title'> & { state: RecordRef['state'] | undefined }
  note?: string | undefined
}

function LinkItem({ project, record: { id, title, state }, note }: LinkProps) {
  return (
    <li>
      <Link to="/p/$project/records/$id" params={{ project, id }} className="link-item">
        {state && <StateMark state={state} wordless />}
        <span className="link-title">{title}</span>
        <span className="mono muted">{id}</span>
        {note && <span className="link-note">{note}</span>}
      </Link>
    </li>
  )
}

type Evidence = Shown['evidence'][number]

const verdicts: { [verdict in Evidence['verdict']]: { icon: LucideIcon; words: string } } = {
  verified: { icon: FileCheck, words: 'verified' },
  changed: { icon: FileDiff, words: 'changed since' },
  missing: { icon: FileX, words: 'missing' },
  unchecked: { icon: FileQuestionMark, words: 'not checked' },
  forgotten: { icon: FileMinus, words: 'forgotten' },
}

function EvidenceItem({ item: { kind, ref, lines, verdict } }: { item: Evidence }) {
  const { icon: Icon, words } = verdicts[verdict]
  return (
    <li className={`evidence-item ${verdict}`}>
      <Icon aria-hidden="true" />
      <div>
        <p className="evidence-verdict">
          {words} <span className="muted">· {kind.replace('_', ' ')}</span>
        </p>
        <p className="mono evidence-ref">
          {ref}
          {lines && `:${lines}`}
        </p>
      </div>
    </li>
  )
}
