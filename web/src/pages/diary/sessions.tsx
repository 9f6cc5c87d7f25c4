import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { OneFacet } from '../../parts/search/facet-hits.tsx'
import { SearchWords } from '../../parts/search-words.tsx'
import { useFrameProject } from '../../state/home.ts'
import { PageHead, useTitle } from '../../ui/page-head.tsx'

/** A filter that every session passes. */
const anyDay = 'after:2000-01-01'

/** Every transcript: the newest first, or by its words. */
export function SessionsPage() {
  const { q = '' } = useSearch({ from: '/diary/sessions' })
  const navigate = useNavigate({ from: '/diary/sessions' })
  const project = useFrameProject()
  const words = q.trim()
  useTitle(words ? `${words} · Sessions` : 'Sessions')
  return (
    <div className="page narrow">
      <PageHead
        title="Sessions"
        lead="Every transcript of your agents, the newest first; search them by what was said."
      />
      <SearchWords
        label="Search all sessions"
        words={q}
        onChange={next => void navigate({ search: next ? { q: next } : {}, replace: true })}
      />
      {words === '' ? (
        <>
          <p className="mt-12 muted text-s">
            Words, “phrases”, <code>-not</code>, <code>agent:</code> <code>branch:</code> <code>file:</code>{' '}
            <code>tool:</code> <code>before:</code> <code>after:</code> <code>is:error</code>
          </p>
          <OneFacet facet="sessions" words={anyDay} brief="Newest sessions" />
        </>
      ) : (
        <>
          <OneFacet facet="sessions" words={words} />
          <p className="mt-24 text-s">
            <Link to="/p/$project/search" params={{ project }} search={{ q: words }} className="text-link">
              Search records, work items, days, issues and files for this, too
            </Link>
          </p>
        </>
      )}
    </div>
  )
}
