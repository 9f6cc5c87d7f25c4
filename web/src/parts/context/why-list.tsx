import { Link } from '@tanstack/react-router'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import { shortHash, sourceWords, type Why, workItemPlace } from '../../state/context/why-words.ts'
import { safeText } from '../transcript/safe-text.ts'
import { LayerMark } from './layer-mark.tsx'

/** The sources of a section's paragraphs, in their order. */
export function WhyList({ project, why }: { project: string; why: readonly Why[] }) {
  return (
    <details className="why mt-8 text-xs">
      <summary className="tone-accent pointer">
        Why <span className="muted ml-4">{formatCount(why.length, 'source')}</span>
      </summary>
      <ol className="stack gap-6 mt-8 py-10 px-12 rounded-m bg-sunken">
        {why.map((each, index) => (
          // Two paragraphs may have the same source, and their order never changes.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li className="row wrap gap-y-2 gap-x-8 min-w-0" key={index}>
            <WhyLine project={project} why={each} />
          </li>
        ))}
      </ol>
    </details>
  )
}

/** One source: its kind, its id, and the state it was in. */
export function WhyLine({ project, why }: { project: string; why: Why }) {
  const { source, version, tick, layer, file, sha256 } = why
  return (
    <>
      <span className="soft">{sourceWords(source)}</span> <WhyName project={project} why={why} />
      {layer && <LayerMark layer={layer} />}
      {version !== undefined && <span className="soft tabular">version {version}</span>}
      {tick !== undefined && <span className="soft tabular">tick {tick}</span>}
      {sha256 && (
        <span className="soft mono" title={`SHA-256 of the file: ${sha256}`}>
          {shortHash(sha256)}
        </span>
      )}
      {file && <span className="full text-2xs mono soft break-anywhere">{safeText(file)}</span>}
    </>
  )
}

function WhyName({ project, why: { source, id } }: { project: string; why: Why }) {
  if (id === undefined) return null
  if (source === 'record' && /^R\d+$/.test(id)) {
    return (
      <Link to="/p/$project/records/$id" params={{ project, id }} className="text-link mono">
        {id}
      </Link>
    )
  }
  const place = source === 'work_item' ? workItemPlace(id) : undefined
  if (place) {
    return (
      <Link to="/diary/$date" params={{ date: place.date }} search={{ item: place.item }} className="text-link mono">
        {id.replace(/^diary:/, '')}
      </Link>
    )
  }
  if (source === 'prompt') {
    return (
      <Link to="/p/$project/context/prompts" params={{ project }} search={{ key: id }} className="text-link mono">
        {safeText(id)}
      </Link>
    )
  }
  return <code>{safeText(id)}</code>
}
