import type { Block } from '../../state/context/queries.ts'
import { sectionName } from '../../state/context/sections.ts'
import { pluralize } from '../../state/words.ts'
import { safeText } from '../transcript/safe-text.ts'
import { WhyLine } from './why-list.tsx'

/** Everything the budget dropped from the block, with the reason. */
export function LeftOut({ project, dropped }: { project: string; dropped: Block['dropped'] }) {
  if (dropped.length === 0) return null
  const tokens = dropped.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0)
  return (
    <section className="left-out" aria-labelledby="left-out-title">
      <header>
        <h2 id="left-out-title">Left out by the budget</h2>
        <span className="muted tabular">about {pluralize(tokens, 'token')}</span>
      </header>
      <ul>
        {dropped.map(({ section, what, estimatedTokens, why }) => (
          <li key={`${section} ${why.id ?? what}`}>
            <p className="left-out-what">{safeText(what)}</p>
            <p className="left-out-why">
              <span className="tag">{sectionName(section)}</span> <WhyLine project={project} why={why} />
              <span className="why-fact tabular">{pluralize(estimatedTokens, 'token')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
