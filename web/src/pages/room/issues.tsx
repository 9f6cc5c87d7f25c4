import '../../parts/room/room.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquare, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Issue } from '../../../../src/room/issues/schema.ts'
import { shownTitle } from '../../../../src/room/issues/shown-title.ts'
import { Ago } from '../../parts/ago.tsx'
import { FilterBox } from '../../parts/context/filter-box.tsx'
import { IssueFilters } from '../../parts/room/issues/issue-filters.tsx'
import { IssueStatusMark, PriorityMark } from '../../parts/room/issues/issue-marks.tsx'
import { NewIssue } from '../../parts/room/issues/new-issue.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { useFilterKey } from '../../state/context/keys.ts'
import { useDebounced } from '../../state/debounced.ts'
import { useMayWrite } from '../../state/role.ts'
import { statusWords } from '../../state/room/issue-words.ts'
import { type IssuesAddress, issuesSearch } from '../../state/room/platform-addresses.ts'
import { roomQuery } from '../../state/room/queries.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { useShortcuts } from '../../state/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHead } from '../../ui/page-head.tsx'

// Spelled out by its keys, which the compiler checks against the schema.
const statuses = Object.keys(statusWords) as Issue['status'][]

/** The issues of the workspace, by status. */
export function IssuesPage() {
  const project = useProject()
  const mayWrite = useMayWrite(project)
  const address = issuesSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const [words, setWords] = useState(address.q ?? '')
  const [creating, setCreating] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const settled = useDebounced(words.trim())
  useFilterKey()
  useShortcuts(mayWrite ? { n: () => setCreating(true) } : {})

  const go = (search: IssuesAddress) =>
    void navigate({ to: '/p/$project/room/issues', params: { project }, search, replace: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed leads to another URL
  useEffect(() => {
    const { q: _, ...others } = address
    if (settled !== (address.q ?? '')) go({ ...others, ...(settled && { q: settled }) })
  }, [settled])

  const { tag, ...filter } = address
  const list = useQuery({
    ...roomQuery(project, 'room_issue_list', { ...filter, ...(tag && { tag: [tag] }), limit: 500 }),
    placeholderData: keepPreviousData,
  })
  const isFiltered = Object.keys(address).length > 0
  return (
    <div className="page wide">
      <PageHead
        title="Issues"
        lead="Open questions from people, agents and conferences, each with its comments and receipts."
        actions={
          mayWrite && (
            <Button icon={Plus} ref={opener} kind="primary" onClick={() => setCreating(true)}>
              New issue
            </Button>
          )
        }
      />
      <div className="flex wrap gap-10 mb-16">
        <FilterBox what="issues" words={words} onChange={setWords} />
        <IssueFilters project={project} address={address} onChange={go} />
      </div>
      <Loaded query={list} label="issues" lines={8}>
        {({ issues, total, nextCursor }) =>
          issues.length === 0 ? (
            <Empty title={isFiltered ? 'No matching issues' : 'No issues yet'}>
              {isFiltered
                ? 'Shorten the search, or remove a filter.'
                : 'Open one, save a chat as one, or run a conference: every round files its own.'}
            </Empty>
          ) : (
            <>
              <p className="hidden-text" role="status">
                {formatCount(total, 'issue')}
              </p>
              {nextCursor !== null && (
                <p className="note">
                  These are the newest {issues.length} of {formatCount(total, 'issue')}. Filter for others.
                </p>
              )}
              <div className="issue-board stack items-start gap-12">
                {statuses
                  .filter(status => isShown(status, issues))
                  .map(status => (
                    <Column
                      key={status}
                      project={project}
                      status={status}
                      issues={issues.filter(issue => issue.status === status)}
                    />
                  ))}
              </div>
            </>
          )
        }
      </Loaded>
      <NewIssue project={project} open={creating} returnTo={opener} onClose={() => setCreating(false)} />
    </div>
  )
}

/** What few issues ever are takes no place while none is. */
function isShown(status: Issue['status'], issues: readonly Issue[]): boolean {
  return status === 'open' || status === 'closed' || issues.some(issue => issue.status === status)
}

function Column({ project, status, issues }: { project: string; status: Issue['status']; issues: readonly Issue[] }) {
  return (
    <section className="stack gap-8 min-w-0 p-12 rounded-l bg-sunken" aria-label={statusWords[status]}>
      <h2 className="row gap-8 tracking-0">
        <IssueStatusMark status={status} />
        <span className="block-count">{issues.length}</span>
      </h2>
      {issues.length === 0 && <p className="block-none">None</p>}
      <ul className="stack gap-8">
        {issues.map(issue => (
          <li key={issue.id}>
            <IssueCard project={project} issue={issue} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** One issue on the board. */
function IssueCard({ project, issue }: { project: string; issue: Issue }) {
  const { id, priority, tags, assignedTo, comments, updatedAt } = issue
  return (
    <Link
      to="/p/$project/room/issues/$issue"
      params={{ project, issue: String(id) }}
      className="issue-card stack py-10 px-12 border rounded-m bg-surface"
      data-row
      onKeyDown={moveWithArrows}
    >
      <span className="text-s weight-500 break-anywhere">
        <span className="tabular muted weight-400">#{id}</span> {safeText(shownTitle(issue))}
      </span>
      {tags.length > 0 && (
        <span className="row wrap gap-y-4 gap-x-8 muted text-xs">
          {tags.slice(0, 4).map(tag => (
            <span key={tag} className="tag">
              <span>{safeText(tag)}</span>
            </span>
          ))}
          {tags.length > 4 && <span className="muted">and {tags.length - 4} more</span>}
        </span>
      )}
      <span className="row wrap gap-y-4 gap-x-8 muted text-xs">
        {priority !== 'normal' && <PriorityMark priority={priority} />}
        {assignedTo !== null && <span className="truncate">{safeText(assignedTo)}</span>}
        {comments.length > 0 && (
          <span className="mark-line">
            <MessageSquare aria-hidden="true" />
            {comments.length}
            <span className="hidden-text"> {formatCount(comments.length, 'comment').replace(/^\S+ /, '')}</span>
          </span>
        )}
        <Ago time={updatedAt} />
      </span>
    </Link>
  )
}
