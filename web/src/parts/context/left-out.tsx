import './context.css'
import { formatCount } from '../../../../src/kernel/numbers.ts'
import type { Block } from '../../state/context/queries.ts'
import { sectionName } from '../../state/context/sections.ts'
import { safeText } from '../transcript/safe-text.ts'
import { WhyLine } from './why-list.tsx'

/** Everything the budget dropped from the block, with the reason. */
export function LeftOut({ project, dropped }: { project: string; dropped: Block['dropped'] }) {
  if (dropped.length === 0) return null
  const tokens = dropped.reduce((sum, { estimatedTokens }) => sum + estimatedTokens, 0)
  return (
    <section className="border-dashed mt-24 py-12 px-16 rounded-l" aria-labelledby="left-out-title">
      <header className="flex items-baseline justify-between gap-10 text-xs">
        <h2 id="left-out-title" className="text-m">
          Left out by the budget
        </h2>
        <span className="muted tabular">about {formatCount(tokens, 'token')}</span>
      </header>
      <ul className="divided">
        {dropped.map(({ section, what, estimatedTokens, why }) => (
          <li key={`${section} ${why.id ?? what}`} className="stack gap-4 py-8">
            <p className="left-out-what clipped break-anywhere">{safeText(what)}</p>
            <p className="row wrap gap-y-2 gap-x-8 min-w-0 text-xs">
              <span className="tag">{sectionName(section)}</span> <WhyLine project={project} why={why} />
              <span className="soft tabular">{formatCount(estimatedTokens, 'token')}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
