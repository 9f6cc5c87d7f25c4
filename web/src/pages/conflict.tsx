import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useProject, useRecordId } from '../state/addresses.ts'
import { draftName, readDraft } from '../state/drafts.ts'
import { recordQuery } from '../state/record-queries.ts'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Resolve } from './conflict/resolve.tsx'

/** Resolves a conflict: your version, the stored one, and the result that will be saved. */
export function ConflictPage() {
  const project = useProject()
  const id = useRecordId()
  const [draft] = useState(() => readDraft(draftName(project, id)))
  const current = useQuery({ ...recordQuery(project, id), staleTime: 0 })
  const base = useQuery({
    ...recordQuery(project, id, `v${draft?.baseVersion ?? 1}`),
    enabled: draft?.baseVersion !== undefined,
  })
  return (
    <div className="page wide">
      <Link
        to="/p/$project/records/$id"
        params={{ project, id }}
        className="hover-ink inline-row gap-6 mb-12 muted text-s"
      >
        <ArrowLeft aria-hidden="true" /> {id} {current.data?.record.title}
      </Link>
      <PageHead
        title={`Conflict in ${id}`}
        lead={
          draft?.baseVersion !== undefined &&
          'Another session stored a change after you started editing. Nothing was overwritten; choose what to keep.'
        }
      />
      {draft?.baseVersion === undefined ? (
        <Empty
          title="No conflict to resolve"
          step={
            <Link to="/p/$project/records/$id" params={{ project, id }} className="button primary">
              Open {id}
            </Link>
          }
        >
          This browser has no draft of {id}.
        </Empty>
      ) : (
        <Loaded query={current} label="their version" lines={8}>
          {({ record: theirs }) => (
            <Loaded query={base} label="the version you began from" lines={8}>
              {({ record: origin }) => <Resolve project={project} draft={draft} base={origin} theirs={theirs} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </div>
  )
}
