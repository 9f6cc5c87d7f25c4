import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { useProject } from '../../state/addresses.ts'
import { type Facet, type FacetAnswer, facetPagesQuery, facets } from '../../state/search/facets.ts'
import { Button } from '../../ui/button.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { HitRows } from './hit-rows.tsx'

interface OneProps {
  facet: Facet
  words: string
  /** Under another title, and without the places in each. */
  brief?: string
}

/** All that was found in one part, page by page. */
export function OneFacet({ facet, words, brief }: OneProps) {
  const pages = useInfiniteQuery(facetPagesQuery(facet, words))
  const label = brief ?? facets.find(each => each.facet === facet)?.label ?? facet
  return (
    <FacetSection title={label} isStale={pages.isPlaceholderData}>
      <Loaded query={pages} label={label.toLowerCase()} lines={6}>
        {data => (
          <>
            {data.pages.map((answer, page) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pages are only ever added at the end
              <FacetHits key={page} answer={answer} isAlone isBrief={brief !== undefined} />
            ))}
            {pages.hasNextPage && (
              <Button className="at-start" disabled={pages.isFetching} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            )}
          </>
        )}
      </Loaded>
    </FacetSection>
  )
}

interface HitsProps {
  answer: FacetAnswer
  isAlone: boolean
  isBrief?: boolean
}

/** What one part answered, with the way to the rest of it. */
export function FacetHits({ answer, isAlone, isBrief = false }: HitsProps) {
  const project = useProject()
  if (answer.state !== 'answered') return <p className="muted">{answer.reason}</p>
  const { facet, hits, matched, total, total_is, behind } = answer
  return (
    <>
      {hits.length === 0 && (
        <p className="muted">{isBrief ? 'None was found yet.' : 'Nothing here has these words.'}</p>
      )}
      {hits.length > 0 && matched === 'any' && (
        <p className="muted">Nothing has all of these words; these have some of them.</p>
      )}
      <HitRows hits={hits} isBrief={isBrief} />
      {!isAlone && total > hits.length && (
        <Link
          to="/p/$project/search"
          params={{ project }}
          search={({ q }) => ({ ...(q && { q }), in: facet })}
          className="text-link"
        >
          {total_is === 'exact' ? `Show all ${total}` : `Show all, up to ${total}`}
        </Link>
      )}
      {behind > 0 && (
        <p className="muted">
          {formatCount(behind, 'session')} changed or new since the last look. <Link to="/diary/sources">Look now</Link>
        </p>
      )}
    </>
  )
}

/** A part under its name. */
export function FacetSection({ title, isStale, children }: { title: string; isStale: boolean; children: ReactNode }) {
  return (
    <section className="stack gap-8 mt-24" aria-label={title} aria-busy={isStale}>
      <h2 className="text-s">{title}</h2>
      {children}
    </section>
  )
}
