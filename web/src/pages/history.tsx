import '../parts/records.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowLeft, Columns2, Rows3 } from 'lucide-react'
import { type HistoryAddress, useProject, useRecordId } from '../state/addresses.ts'
import { diffQuery, historyQuery, recordQuery } from '../state/record-queries.ts'
import { Loaded } from '../ui/loaded.tsx'
import { PageHead } from '../ui/page-head.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Difference } from './history/difference.tsx'
import { Restore } from './history/restore.tsx'
import { Selectors } from './history/selectors.tsx'
import { Versions } from './history/versions.tsx'

/** Every version of a record, and what differs between any two. */
export function HistoryPage() {
  const project = useProject()
  const id = useRecordId()
  const address = useSearch({ from: '/p/$project/records/$id/history' })
  const navigate = useNavigate({ from: '/p/$project/records/$id/history' })
  const current = useQuery(recordQuery(project, id))
  const history = useInfiniteQuery(historyQuery(project, id))
  const version = current.data?.record.version ?? 1
  const { from = `v${Math.max(1, version - 1)}`, to = 'current', split = false } = address
  const diff = useQuery({ ...diffQuery(project, id, from, to), enabled: current.data !== undefined })
  const entries = history.data?.pages.flatMap(page => page.history)

  function show(next: HistoryAddress, isSplit = split) {
    void navigate({ search: { from, to, ...(isSplit && { split: true }), ...next }, replace: true })
  }

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
        title={`History of ${id}`}
        actions={
          <Segmented
            label="Layout of the comparison"
            options={[
              [false, 'Unified', Rows3],
              [true, 'Side by side', Columns2],
            ]}
            value={split}
            onChange={split => show({}, split)}
          />
        }
      />
      <div className="split side-first">
        <Loaded query={{ ...history, data: entries }} label="versions" lines={6}>
          {entries => (
            <Versions
              entries={entries}
              from={diff.data?.from_resolved.version}
              to={diff.data?.to_resolved.version}
              onShow={version => show({ from: `v${Math.max(1, version - 1)}`, to: `v${version}` })}
              onMore={history.hasNextPage ? () => void history.fetchNextPage() : undefined}
            />
          )}
        </Loaded>
        <section className="difference" aria-label="Difference">
          <Selectors key={`${from} ${to}`} from={from} to={to} latest={version} onShow={next => show(next)} />
          <Loaded query={diff} label="the difference" lines={6}>
            {data => (
              <>
                <Difference project={project} diff={data} split={split} />
                {current.data && <Restore project={project} current={current.data.record} old={data.from_version} />}
              </>
            )}
          </Loaded>
        </section>
      </div>
    </div>
  )
}
