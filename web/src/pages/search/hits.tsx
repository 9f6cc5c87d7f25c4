import type { Output } from '../../operations.ts'
import { RecordRow } from '../../parts/record-row.tsx'

type Hit = Output<'search_records'>['results'][number]

export function Hits({ project, hits }: { project: string; hits: Hit[] }) {
  if (hits.length === 0) return null
  return (
    <ul className="rows hits">
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
      <span className="hit-snippet">
        {hit.snippet_field === 'metadata' && <span className="hit-field">metadata</span>}
        {inTitle ? hit.summary : marked}
      </span>
    </RecordRow>
  )
}

/** The matched stretches of a snippet, marked; positions are UTF-16, as JavaScript counts. */
function Marked({ text, matches }: { text: string; matches: ReadonlyArray<readonly number[]> }) {
  let at = 0
  const pieces = matches.map(([start = 0, end = 0]) => {
    const piece = { before: text.slice(at, start), match: text.slice(start, end), start }
    at = end
    return piece
  })
  return (
    <span>
      {pieces.map(({ before, match, start }) => (
        <span key={start}>
          {before}
          <mark>{match}</mark>
        </span>
      ))}
      {text.slice(at)}
    </span>
  )
}
