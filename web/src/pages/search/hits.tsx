import type { Output } from '../../operations.ts'
import { RecordRow } from '../../parts/record-row.tsx'

type Hit = Output<'search_records'>['results'][number]

export function Hits({ project, hits }: { project: string; hits: Hit[] }) {
  if (hits.length === 0) return null
  return (
    <ul className="rows hits">
      {hits.map(hit => (
        <RecordRow key={hit.id} project={project} record={hit}>
          <span className="hit-snippet">
            {hit.snippet_field && hit.snippet_field !== 'body' && (
              <span className="hit-field">{hit.snippet_field}</span>
            )}
            <Marked text={hit.snippet} matches={hit.snippet_matches ?? []} />
          </span>
        </RecordRow>
      ))}
    </ul>
  )
}

/** The matched stretches of a snippet, marked; positions are UTF-16, as JavaScript counts. */
function Marked({ text, matches }: { text: string; matches: ReadonlyArray<readonly [number, number] | number[]> }) {
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
