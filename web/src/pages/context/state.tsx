import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { PenLine } from 'lucide-react'
import { useEffect } from 'react'
import { ContextLoaded } from '../../parts/context/context-loaded.tsx'
import { CopyButton } from '../../parts/context/copy-button.tsx'
import { StateDifference } from '../../parts/context/state-difference.tsx'
import { StateEditor } from '../../parts/context/state-editor.tsx'
import { SummaryEntries } from '../../parts/context/summary-entries.tsx'
import { safeText } from '../../parts/transcript/safe-text.ts'
import { useProject } from '../../state/addresses.ts'
import { type StateAddress, stateSearch } from '../../state/context/addresses.ts'
import { useContextKeys } from '../../state/context/keys.ts'
import { useFollowing } from '../../state/context/live.ts'
import { type StoredProject, summariesQuery, useStoredProject } from '../../state/context/queries.ts'
import { useMayWrite } from '../../state/role.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Section } from '../../ui/section.tsx'

/** Where the last chat ended: the current summary and notes, and their history. */
export function StatePage() {
  const project = useProject()
  const address = stateSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const known = useStoredProject(project)
  const mayWrite = useMayWrite(project)
  useContextKeys(project)
  useFollowing(project, 'history', known.data?.data.updatedAt)

  function show(search: StateAddress) {
    return navigate({ to: '/p/$project/context/state', params: { project }, search, replace: true })
  }

  return (
    <div className="page wide">
      <PageHead
        title="State"
        lead="What the last chat left for the next one. Agents write it with /summarize; older entries stay in the history."
        actions={
          mayWrite &&
          !address.edit && (
            <Button icon={PenLine} data-edit onClick={() => void show({ edit: true })}>
              Edit
            </Button>
          )
        }
      />
      <ContextLoaded query={known} label="the state" lines={6} project={project}>
        {data =>
          address.edit && mayWrite ? (
            <StateEditor key={project} project={project} known={data} onLeave={() => void show({}).then(focusEdit)} />
          ) : (
            <Current known={data} />
          )
        }
      </ContextLoaded>
      <History project={project} address={address} onShow={show} mayWrite={mayWrite} />
    </div>
  )
}

function Current({ known: { data } }: { known: StoredProject }) {
  const { recentEvents = '', additionalNotes = '' } = data.customData
  if (recentEvents === '' && additionalNotes === '') {
    return (
      <Empty title="No summary yet">
        End a chat with <code>/summarize</code>, or press <kbd>s</kbd> and write down the current state. The next block
        begins there.
      </Empty>
    )
  }
  return (
    <div className="split wide-main">
      <StateText title="Summary" text={recentEvents} none="No summary is stored." />
      <StateText title="Notes" text={additionalNotes} none="No notes are stored." />
    </div>
  )
}

function StateText({ title, text, none }: { title: string; text: string; none: string }) {
  return (
    <section className="p-16 min-w-0 border rounded-l bg-surface" aria-label={title}>
      <header className="row justify-between mb-8">
        <h2 className="text-m">{title}</h2>
        {text !== '' && <CopyButton text={text} label="Copy" what={title} small />}
      </header>
      {text === '' ? <p className="muted text-s">{none}</p> : <pre className="code-block bare">{safeText(text)}</pre>}
    </section>
  )
}

interface HistoryProps {
  project: string
  address: StateAddress
  onShow: (search: StateAddress) => void
  mayWrite: boolean
}

function History({ project, address, onShow, mayWrite }: HistoryProps) {
  const history = useInfiniteQuery(summariesQuery(project))
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = history
  const entries = history.data?.pages.flatMap(page => page.entries)
  const newest = entries?.[0]
  const chosen = entries?.find(({ n }) => n === address.n) ?? newest
  const previous = entries?.find(({ n }) => n === (chosen?.n ?? 0) - 1) ?? (hasNextPage ? undefined : null)
  // What an entry changed can only be said with the entry before it, which may be on the next page.
  const lacksPrevious = previous === undefined && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (hasNextPage && lacksPrevious) void fetchNextPage()
  }, [hasNextPage, lacksPrevious, fetchNextPage])
  return (
    <Section title="History" count={history.data?.pages[0]?.total}>
      <ContextLoaded query={{ ...history, data: entries }} label="the history" lines={5} project={project}>
        {entries => {
          if (!newest || !chosen) return <p className="block-none">Every summary and note will be listed here.</p>
          return (
            <div className="split side-first">
              <SummaryEntries
                entries={entries}
                chosen={chosen.n}
                newest={newest.n}
                onShow={n => onShow({ ...address, n })}
                onMore={hasNextPage ? () => void fetchNextPage() : undefined}
              />
              <StateDifference
                project={project}
                chosen={chosen}
                newest={newest}
                previous={previous}
                compareWith={address.against === 'now' && chosen.n !== newest.n ? 'newest' : 'previous'}
                onCompareWith={other => onShow({ n: chosen.n, ...(other === 'newest' && { against: 'now' }) })}
                mayWrite={mayWrite}
              />
            </div>
          )
        }}
      </ContextLoaded>
    </Section>
  )
}

function focusEdit(): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-edit]')?.focus())
}
