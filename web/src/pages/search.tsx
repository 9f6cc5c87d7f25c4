import '../parts/records.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCount } from '../../../src/kernel/numbers.ts'
import type { Output } from '../operations.ts'
import { Marked } from '../parts/marked.tsx'
import { RecordRow } from '../parts/record-row.tsx'
import { SearchWords } from '../parts/search-words.tsx'
import { type SearchAddress, useProject } from '../state/addresses.ts'
import { searchQuery } from '../state/record-queries.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useTitle } from '../ui/page-head.tsx'
import { Filters } from './search/filters.tsx'

const pageSize = 50
/** The limit of one search. */
const maxHits = 100

/** Search as you type. The URL holds the query, so a search can be bookmarked. */
export function SearchPage() {
  const project = useProject()
  const address = useSearch({ from: '/p/$project/records/search' })
  const navigate = useNavigate({ from: '/p/$project/records/search' })
  const [limit, setLimit] = useState(pageSize)
  const { q = '', states, types, under, meta } = address
  const asked = q.trim() !== '' || Boolean(states?.length || types?.length || under || meta)
  const found = useQuery({
    ...searchQuery(project, {
      query: q,
      limit: limit,
      ...(states && { states }),
      ...(types && { types }),
      ...(under && { parent_id: under }),
      ...(meta && { metadata: scalars(meta) }),
    }),
    enabled: asked,
  })
  useTitle(q ? `${q} · Search` : 'Search')

  function ask(next: SearchAddress) {
    setLimit(pageSize)
    void navigate({ search: next, replace: true })
  }

  return (
    <div className="page narrow stack gap-12">
      <h1 className="hidden-text">Search</h1>
      <SearchWords
        label="Search records"
        words={q}
        onChange={words => ask({ ...without(address, 'q'), ...(words && { q: words }) })}
      />
      <Filters project={project} address={address} onChange={ask} />
      {asked ? (
        <Loaded query={found} label="what was found" lines={6}>
          {data => (
            <>
              <p className="muted text-s" role="status">
                {totalWords(data)}
              </p>
              <Hits project={project} hits={data.results} />
              {data.total > data.results.length && (
                <More shown={data.results.length} onMore={() => setLimit(maxHits)} />
              )}
            </>
          )}
        </Loaded>
      ) : (
        <Empty title="Search all records of this project">
          Type words from a title, summary or body, or a record’s id. <kbd>↓</kbd> moves to what was found,{' '}
          <kbd>Enter</kbd> opens it.
        </Empty>
      )}
    </div>
  )
}

function totalWords({ total, match }: Output<'search_records'>): string {
  if (match === 'none' || total === 0) return 'Nothing found. Try fewer or other words, or remove a filter.'
  const records = formatCount(total, 'record')
  if (match === 'any') return `No record has all of these words; ${records} with some of them`
  return match === 'filter' ? `${records}, latest first` : records
}

function More({ shown, onMore }: { shown: number; onMore: () => void }) {
  if (shown >= maxHits)
    return <p className="muted">The first {shown} are shown. Add a word or a filter to see others.</p>
  return (
    <Button className="at-start" onClick={onMore}>
      Show more
    </Button>
  )
}

/** Metadata has numbers and booleans: unquoted values are read as those, quoted ones as text. */
function scalars(meta: { [key: string]: string }): { [key: string]: string | number | boolean } {
  return Object.fromEntries(Object.entries(meta).map(([key, text]) => [key, scalarOf(text)]))
}

function scalarOf(text: string): string | number | boolean {
  if (!/^(true|false|-?(0|[1-9]\d*)(\.\d+)?|"[^"\\]*")$/.test(text)) return text
  const value: unknown = JSON.parse(text)
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'string' ? value : text
}

function without<K extends keyof SearchAddress>(address: SearchAddress, key: K): Omit<SearchAddress, K> {
  const { [key]: _, ...rest } = address
  return rest
}

type Hit = Output<'search_records'>['results'][number]

function Hits({ project, hits }: { project: string; hits: Hit[] }) {
  if (hits.length === 0) return null
  return (
    <ul className="rows hits divided">
      {hits.map(hit => (
        <HitRow key={hit.id} project={project} hit={hit} />
      ))}
    </ul>
  )
}

/** A match in the title is marked there, and the summary says what the record is about. */
function HitRow({ project, hit }: { project: string; hit: Hit }) {
  const marked = <Marked text={hit.snippet} matches={hit.snippet_matches ?? []} />
  const inTitle = hit.snippet_field === 'title' && hit.snippet === hit.title
  return (
    <RecordRow project={project} record={hit} title={inTitle ? marked : undefined}>
      <span className="hit-snippet soft text-s break-anywhere">
        {hit.snippet_field === 'metadata' && <span className="mr-8 muted text-xs">metadata</span>}
        {inTitle ? hit.summary : marked}
      </span>
    </RecordRow>
  )
}
