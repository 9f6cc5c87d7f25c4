import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isFault } from '../api.ts'
import { FacetHits, FacetSection, OneFacet } from '../parts/search/facet-hits.tsx'
import { SearchWords } from '../parts/search-words.tsx'
import { useProject } from '../state/addresses.ts'
import { type Answered, type Facet, type FacetAnswer, facetQuery, facets } from '../state/search/facets.ts'
import { Empty } from '../ui/empty.tsx'
import { FaultView } from '../ui/fault-view.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useTitle } from '../ui/page-head.tsx'

/** One field for all parts, each with its count; the address has the words and the part. */
export function SearchEverythingPage() {
  const { q = '', in: facet } = useSearch({ from: '/p/$project/search' })
  const navigate = useNavigate({ from: '/p/$project/search' })
  const words = q.trim()
  useTitle(words ? `${words} · Search` : 'Search')
  return (
    <div className="page narrow">
      <h1 className="hidden-text">Search everything</h1>
      <SearchWords
        label={facet === 'sessions' ? 'Search all sessions' : 'Search everything'}
        words={q}
        onChange={next =>
          void navigate({
            search: before => ({ ...(before.in && { in: before.in }), ...(next && { q: next }) }),
            replace: true,
          })
        }
      />
      {words === '' ? <Hints /> : <Found words={words} facet={facet} />}
    </div>
  )
}

function Hints() {
  return (
    <Empty title="Search sessions, records, work items, days, issues, files and projects">
      Words, “phrases”, <code>-not</code>, <code>OR</code>, <code>word*</code> and <code>project:</code>{' '}
      <code>before:</code> <code>after:</code>; sessions also by <code>agent:</code> <code>branch:</code>{' '}
      <code>file:</code> <code>tool:</code> <code>role:</code> <code>is:error</code>. <kbd>↓</kbd> moves to what was
      found, <kbd>Enter</kbd> opens it.
    </Empty>
  )
}

const perPart = 5

function Found({ words, facet }: { words: string; facet: Facet | undefined }) {
  const answers = useQueries({ queries: facets.map(each => facetQuery(each.facet, words, perPart)) })
  // Every part would say the same.
  const refused = answers.find(({ error }) => isFault(error, 'INVALID_INPUT'))
  const isAway = answers.every(({ error }) => isFault(error, 'OFFLINE'))
  if (refused || isAway) {
    const retry = () => answers.forEach(answer => void answer.refetch())
    return <FaultView error={(refused ?? answers[0])?.error} onRetry={retry} />
  }
  return (
    <>
      <FacetTabs answers={answers} facet={facet} />
      {facet ? <OneFacet facet={facet} words={words} /> : <AllFacets answers={answers} />}
    </>
  )
}

type Answers = readonly UseQueryResult<FacetAnswer>[]

function FacetTabs({ answers, facet }: { answers: Answers; facet: Facet | undefined }) {
  const project = useProject()
  const tab = (name: Facet | undefined, label: ReactNode) => (
    <li key={name ?? 'all'}>
      <Link
        to="/p/$project/search"
        params={{ project }}
        search={({ q }) => ({ ...(q && { q }), ...(name && { in: name }) })}
        className={name === facet ? 'tab on' : 'tab'}
        activeProps={{}}
        {...(name === facet && { 'aria-current': 'page' })}
      >
        {label}
      </Link>
    </li>
  )
  return (
    <nav className="tabs mt-16" aria-label="Parts">
      <ul>
        {tab(undefined, 'All')}
        {facets.map((each, place) => {
          const { data } = answers[place] ?? {}
          // A part without hits is no choice, unless it is the one that is open.
          if (data?.state === 'answered' && data.total === 0 && each.facet !== facet) return null
          return tab(
            each.facet,
            <>
              {each.label} <Count answer={answers[place]} />
            </>,
          )
        })}
      </ul>
    </nav>
  )
}

function Count({ answer }: { answer: UseQueryResult<FacetAnswer> | undefined }) {
  const data = answer?.data
  if (!data) return null
  if (data.state !== 'answered') return <span className="muted">–</span>
  return (
    <span className="muted tabular text-xs">
      {data.total_is === 'at_most' && 'up to '}
      {data.total}
    </span>
  )
}

/** Those that have everything that was asked for; where none has, those that have some of it. */
function AllFacets({ answers }: { answers: Answers }) {
  const isSettled = answers.every(({ isPending }) => !isPending)
  const isWhole = answers.some(({ data }) => isFoundIn(data) && data.matched === 'all')
  const isAnything = answers.some(({ data }) => isFoundIn(data))
  return (
    <>
      {facets.map(({ facet, label }, place) => {
        const answer = answers[place]
        if (!answer || (answer.data && !isShown(answer.data, isWhole))) return null
        return (
          <FacetSection key={facet} title={label} isStale={answer.isPlaceholderData}>
            <Loaded query={answer} label={label.toLowerCase()} lines={3}>
              {data => <FacetHits answer={data} isAlone={false} />}
            </Loaded>
          </FacetSection>
        )
      })}
      {isSettled && !isAnything && (
        <Empty title="Nothing found">Try fewer or other words, or the beginning of one with a star.</Empty>
      )}
    </>
  )
}

function isFoundIn(data: FacetAnswer | undefined): data is Answered {
  return data?.state === 'answered' && data.total > 0
}

/** Parts without hits are left out; what failed is shown. */
function isShown(data: FacetAnswer, isWhole: boolean): boolean {
  if (data.state === 'failed') return true
  return isFoundIn(data) && (data.matched === 'all' || !isWhole)
}
