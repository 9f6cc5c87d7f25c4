import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileCheck, FileDiff, FileMinus, FileQuestionMark, FileX, type LucideIcon } from 'lucide-react'
import type { RecordRef } from '../../../../src/records/schema.ts'
import { StateMark } from '../../parts/state-mark.tsx'
import { recordQuery } from '../../state/queries.ts'
import { toneOf } from '../../ui/tone.ts'
import type { Shown } from './view.tsx'

/** The record's links, the records that link to it, and its evidence. */
export function Links({ project, shown }: { project: string; shown: Shown }) {
  const { record, backlinks, supersedes = [], evidence } = shown
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
      {evidence.length > 0 && (
        <section className="mt-24" aria-labelledby="evidence">
          <h2 className="mb-8 muted text-xs weight-500 tracking-0" id="evidence">
            Evidence
          </h2>
          <ul className="evidence stack gap-10">
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
  record: Pick<RecordRef, 'id' | 'title' | 'superseded_by'> & { state: RecordRef['state'] | undefined }
  note?: string | undefined
}

function LinkItem({ project, record: { id, title, state, superseded_by }, note }: LinkProps) {
  const below = note ?? (superseded_by && `superseded by ${superseded_by}`)
  return (
    <li>
      <Link to="/p/$project/records/$id" params={{ project, id }} className="list-row rounded-s text-s">
        {state && <StateMark state={state} wordless />}
        <span>{title}</span>
        <span className="mono muted">{id}</span>
        {below && <span className="row-below muted text-xs">{below}</span>}
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
    <li className={`evidence-item ${verdict} flex items-start gap-8 text-s`}>
      <Icon aria-hidden="true" className={toneOf(verdict)} />
      <div>
        <p className={toneOf(verdict)}>
          {words} <span className="muted">· {kind.replace('_', ' ')}</span>
        </p>
        <p className="mono text-2xs soft break-anywhere">
          {ref}
          {lines && `:${lines}`}
        </p>
      </div>
    </li>
  )
}
