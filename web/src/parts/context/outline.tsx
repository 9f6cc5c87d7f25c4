import { formatNumber } from '../../../../src/kernel/numbers.ts'
import './context.css'
import type { About } from '../../state/context/queries.ts'
import {
  type Change,
  changeOf,
  goneSince,
  kindOf,
  type Section,
  sectionAnchor,
  sectionName,
  shareOf,
} from '../../state/context/sections.ts'
import { moveWithArrows } from '../../state/rows.ts'
import { Badge } from '../../ui/badge.tsx'
import { Ago } from '../ago.tsx'

interface Props {
  sections: readonly Section[]
  estimate: number
  last: About['lastBuild']
}

/** The sections of a block by size, and how each changed since the last build. */
export function Outline({ sections, estimate, last }: Props) {
  const gone = goneSince(sections, last)
  const changes = sections.map(section => changeOf(section, last))
  return (
    <section className="py-12 px-8 border rounded-l bg-surface" aria-labelledby="outline-title">
      <h2 className="text-s" id="outline-title">
        Sections
      </h2>
      <ol>
        {sections.map((section, index) => (
          <li key={section.name}>
            <button
              type="button"
              data-row
              onKeyDown={moveWithArrows}
              onClick={() => showSection(section.name)}
              className="outline-row stack items-center gap-8 full px-8 rounded-s text-s text-left hoverable inset-focus"
            >
              <span className={`outline-dot kind-${kindOf(section.name)}`} aria-hidden="true" />
              <span className="truncate">{sectionName(section.name)}</span>
              <ChangeMark change={changes[index]} />
              <span className="outline-tokens tabular soft text-xs">
                {formatNumber(section.estimatedTokens)}
                <span className="hidden-text"> tokens,</span>
              </span>
              <span className="outline-share tabular soft text-xs text-right">
                {shareOf(section.estimatedTokens, estimate)} %
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="mt-8 px-8 pt-10 border-top soft text-xs">
        {last ? (
          <>
            {sinceWords(changes, gone)} the last build, <Ago time={last.timestamp} />.
          </>
        ) : (
          'No block was built yet; later builds are compared with the first one.'
        )}
      </p>
    </section>
  )
}

const changeWords: { [change in NonNullable<Change>]: string } = { new: 'new', changed: 'changed', same: '' }

export function ChangeMark({ change }: { change: Change }) {
  if (change === undefined || change === 'same') return null
  return <Badge state={change}>{changeWords[change]}</Badge>
}

function sinceWords(changes: readonly Change[], gone: readonly string[]): string {
  const differing = changes.filter(change => change !== 'same').length
  const left = gone.length > 0 ? `${gone.map(sectionName).join(', ')} gone` : ''
  if (differing === 0) return left ? `${left} since` : 'Nothing changed since'
  const marked = `${differing} of ${changes.length} sections changed`
  return `${[marked, left].filter(Boolean).join(', ')} since`
}

function showSection(name: string): void {
  const section = document.getElementById(sectionAnchor(name))
  section?.scrollIntoView({ block: 'start' })
  section?.focus({ preventScroll: true })
}
