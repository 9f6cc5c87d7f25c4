import '../records.css'
import { plainLine } from '../../../../src/diary/report/text/plain.ts'
import { moveWithArrows } from '../../state/rows.ts'
import type { Hit } from '../../state/search/facets.ts'
import { dayWords } from '../../state/words.ts'
import { CodeText } from '../../ui/code-text.tsx'
import { Ago } from '../ago.tsx'
import { Marked } from '../marked.tsx'
import { AddressLink } from './address-link.tsx'
import { ErrorHistoryLines } from './error-history.tsx'

/** What was found in one part, each with where it is; sessions that no words were looked for in have no passages. */
export function HitRows({ hits, isBrief = false }: { hits: readonly Hit[]; isBrief?: boolean }) {
  const isGrouped = !isBrief && hits.some(({ passages }) => passages)
  if (isGrouped) return hits.map(hit => <SessionHits key={hit.id} hit={hit} />)
  return (
    <ul className="rows">
      {hits.map(hit => (
        <li key={`${hit.project} ${hit.id}`}>
          <AddressLink
            address={isBrief ? (hit.address.split('#')[0] ?? '') : hit.address}
            className="list-row history-hit"
            data-row
            onKeyDown={moveWithArrows}
          >
            <span className={isBrief ? 'muted text-xs' : 'tag tabular'}>
              {isBrief ? hit.at && <Ago time={hit.at} /> : tagOf(hit)}
            </span>
            <span className={isBrief ? 'truncate' : 'stack gap-2 break-anywhere'}>
              {isBrief ? <CodeText text={plainLine(hit.title)} /> : <TitleAndExcerpt hit={hit} />}
            </span>
            <span className="row-facts">{isBrief ? hit.label : aboutOf(hit)}</span>
          </AddressLink>
        </li>
      ))}
    </ul>
  )
}

/** A match in the title is marked there. */
function TitleAndExcerpt({ hit }: { hit: Hit }) {
  const { title, excerpt, matches } = hit
  if (excerpt === '' || excerpt === title) return <Marked text={title} matches={excerpt === title ? matches : []} />
  return (
    <>
      <strong>
        <CodeText text={title} />
      </strong>
      <span className="soft text-s">
        <Marked text={excerpt} matches={matches} prose={!isInFile(hit)} />
      </span>
    </>
  )
}

/** A file has its path as title. */
function isInFile({ id, title }: Hit): boolean {
  return id.startsWith(`${title}:`)
}

/** An id that people use, or else the day; of a file the line. */
function tagOf(hit: Hit): string {
  const { id, label, at } = hit
  if (isInFile(hit)) return label.split(' · ')[0] ?? label
  if (id === at || id.length > 14) return at ? dayOf(at) : label
  return id
}

/** Of a day, or of a time in the browser's zone. */
function dayOf(at: string): string {
  return dayWords(at.length === 10 ? `${at}T12:00` : at)
}

function aboutOf(hit: Hit): string {
  const { id, label, project } = hit
  const tag = tagOf(hit)
  const about = label.split(' · ').filter(each => each !== tag)
  return [...about, project === id ? '' : project].filter(Boolean).join(' · ')
}

/** What was said in one session, line by line. */
function SessionHits({ hit: { id, title, label, at, passages = [] } }: { hit: Hit }) {
  return (
    <section className="session-hits">
      <h3 className="text-s weight-600">
        <CodeText text={title} />{' '}
        <span className="muted weight-400">{[label, at && dayOf(at)].filter(Boolean).join(' · ')}</span>
      </h3>
      <ul className="rows">
        {passages.map(({ label, excerpt, matches, address, citation, error_history }) => (
          <li key={`${address} ${excerpt}`}>
            <AddressLink address={address} className="list-row history-hit" data-row onKeyDown={moveWithArrows}>
              <span className="tag">{label}</span>
              <Marked text={excerpt} matches={matches} prose={label === 'agent'} />
              <span className="row-facts">{citation && `line ${citation.lines.split('-')[0]}`}</span>
            </AddressLink>
            {error_history && <ErrorHistoryLines history={error_history} session={id} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
