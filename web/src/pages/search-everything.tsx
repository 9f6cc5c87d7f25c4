import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { labelOf } from '../../../src/transcripts/agents.ts'
import { call, isFault } from '../api.ts'
import type { Output } from '../operations.ts'
import { Empty } from '../parts/empty.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Marked } from '../parts/marked.tsx'
import { useTitle } from '../parts/page-head.tsx'
import { RecordRow } from '../parts/record-row.tsx'
import { SearchWords } from '../parts/search-words.tsx'
import { hashOf } from '../parts/transcript/line-address.ts'
import { useProject } from '../state/addresses.ts'
import { searchQuery } from '../state/queries.ts'
import { roomQuery } from '../state/room/queries.ts'
import { moveWithArrows } from '../state/rows.ts'
import { pluralize } from '../state/words.ts'

/** One field for all parts: what was said in sessions, records, work items and files. */
export function SearchEverythingPage() {
  const project = useProject()
  const { q = '' } = useSearch({ from: '/p/$project/search' })
  const navigate = useNavigate({ from: '/p/$project/search' })
  const words = q.trim()
  useTitle(words ? `${words} · Search` : 'Search')
  return (
    <div className="page search-page">
      <h1 className="hidden-text">Search everything</h1>
      <SearchWords
        label="Search everything"
        words={q}
        onChange={next => void navigate({ search: next ? { q: next } : {}, replace: true })}
      />
      {words === '' ? (
        <Empty title="Search sessions, records, work items and files">
          Words, “phrases”, <code>-not</code>, <code>OR</code>, <code>word*</code>; sessions also by <code>agent:</code>{' '}
          <code>project:</code> <code>branch:</code> <code>file:</code> <code>tool:</code> <code>role:</code>{' '}
          <code>is:error</code> <code>before:</code> <code>after:</code>. <kbd>↓</kbd> moves to what was found,{' '}
          <kbd>Enter</kbd> opens it.
        </Empty>
      ) : (
        <>
          <Sessions words={words} />
          <Records project={project} words={words} />
          <WorkItems words={words} />
          <Files project={project} words={words} />
        </>
      )}
    </div>
  )
}

const perPart = 5

const historyQuery = (words: string) =>
  queryOptions({
    queryKey: ['diary', 'history', words],
    queryFn: ({ signal }) => call('search_history', { query: words }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** What was said and done, by session. Only the owner of the machine may see it; others see the parts they share. */
function Sessions({ words }: { words: string }) {
  const found = useQuery(historyQuery(words))
  if (isFault(found.error, 'FORBIDDEN')) return null
  return (
    <Section title="Sessions" isStale={found.isPlaceholderData}>
      <Loaded query={found} label="sessions" lines={4}>
        {({ sessions, matched, behind, next_page }) => (
          <>
            {sessions.length === 0 && <p className="muted">No session that was read has these words.</p>}
            {sessions.length > 0 && matched === 'any' && (
              <p className="muted">No passage has all of these words; these have some of them.</p>
            )}
            {sessions.map(session => (
              <SessionHits key={session.session_ref} session={session} />
            ))}
            {next_page !== null && <p className="muted">There is more. Add a word or a filter to see it.</p>}
            {behind > 0 && (
              <p className="muted">
                {pluralize(behind, 'session')} changed since the last look. <Link to="/diary/sources">Look now</Link>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

type Session = Output<'search_history'>['sessions'][number]

function SessionHits({ session }: { session: Session }) {
  const { session_ref, project_key, source, project, title, last_at, hits } = session
  const date = last_at?.slice(0, 10) ?? 'undated'
  return (
    <section className="session-hits">
      <h3>
        {title || session_ref}{' '}
        <span className="muted">{[labelOf(source), project, date].filter(Boolean).join(' · ')}</span>
      </h3>
      <ul className="rows">
        {hits.map(({ lines, role, tool, is_error, excerpt, matches }) => {
          const line = Number.parseInt(lines, 10)
          return (
            <li key={`${lines} ${excerpt}`}>
              <Link
                to="/diary/$date/$key/$session"
                params={{ date, key: project_key, session: session_ref }}
                hash={hashOf({ start: line, end: line })}
                className="history-hit"
                data-row
                onKeyDown={moveWithArrows}
              >
                <span className="tag">
                  <span>{is_error ? 'error' : (tool ?? role)}</span>
                </span>
                <Marked text={excerpt} matches={matches} />
                <span className="muted mono">{line}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function Records({ project, words }: { project: string; words: string }) {
  const found = useQuery(searchQuery(project, { query: words, limit: perPart }))
  return (
    <Section title="Records" isStale={found.isPlaceholderData}>
      <Loaded query={found} label="records" lines={3}>
        {({ results, total }) => (
          <>
            {results.length === 0 && <p className="muted">No record of this project has these words.</p>}
            <ul className="rows hits">
              {results.map(hit => (
                <RecordRow key={hit.id} project={project} record={hit}>
                  <span className="hit-snippet">
                    <Marked text={hit.snippet} matches={hit.snippet_matches ?? []} />
                  </span>
                </RecordRow>
              ))}
            </ul>
            {total > results.length && (
              <Link to="/p/$project/records/search" params={{ project }} search={{ q: words }}>
                All {pluralize(total, 'record')}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const itemsQuery = (words: string) =>
  queryOptions({
    queryKey: ['diary', 'items', words],
    queryFn: ({ signal }) => call('diary_search', { query: words, limit: perPart }, signal),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

function WorkItems({ words }: { words: string }) {
  const found = useQuery(itemsQuery(words))
  if (isFault(found.error, 'FORBIDDEN')) return null
  return (
    <Section title="Work items" isStale={found.isPlaceholderData}>
      <Loaded query={found} label="work items" lines={3}>
        {({ hits }) =>
          hits.length === 0 ? (
            <p className="muted">No work item of a reported day has these words.</p>
          ) : (
            <ul className="rows">
              {hits.map(({ date, project_key, work_item_ref, title, snippet }) => (
                <li key={`${date} ${project_key} ${work_item_ref}`}>
                  <Link
                    to="/diary/$date/$key"
                    params={{ date, key: project_key }}
                    className="history-hit"
                    data-row
                    onKeyDown={moveWithArrows}
                  >
                    <span className="tag">
                      <span>{date}</span>
                    </span>
                    <span>{snippet === title ? title : `${title}: ${snippet}`}</span>
                    <span className="muted mono">{work_item_ref}</span>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  )
}

/** Lines of the room's files; a project without a room has none. */
function Files({ project, words }: { project: string; words: string }) {
  const found = useQuery({
    ...roomQuery(project, 'room_search_files', { q: words, limit: perPart }),
    placeholderData: keepPreviousData,
  })
  if (found.error || !found.data || found.data.hits.length === 0) return null
  return (
    <Section title="Room files" isStale={found.isPlaceholderData}>
      <ul className="rows">
        {found.data.hits.map(({ path, line, text }) => (
          <li key={`${path} ${line}`}>
            <Link
              to="/p/$project/room/files"
              params={{ project }}
              search={{ path, from: line, to: line }}
              className="history-hit"
              data-row
              onKeyDown={moveWithArrows}
            >
              <span className="tag">
                <span>{path}</span>
              </span>
              <span>{text}</span>
              <span className="muted mono">{line}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Section({ title, isStale, children }: { title: string; isStale: boolean; children: ReactNode }) {
  return (
    <section className="search-part" aria-label={title} aria-busy={isStale}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
