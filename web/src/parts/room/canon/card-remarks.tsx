import { CircleX, TriangleAlert } from 'lucide-react'
import type { CardRemark } from '../../../state/room/canon-progress.ts'
import { safeText } from '../../transcript/safe-text.ts'
import { FileLink } from '../file-link.tsx'

/** Cards that the last build could not read, or read by rules instead of by an agent. */
export function CardRemarks({ project, remarks }: { project: string; remarks: readonly CardRemark[] }) {
  if (remarks.length === 0) return null
  return (
    <section className="block" aria-label="Cards with problems">
      <div className="block-head">
        <h2>Cards with problems in the last build</h2>
        <span className="block-count">{remarks.length}</span>
      </div>
      <ul className="remark-list">
        {remarks.map(({ path, reason, kind }) => (
          <li key={`${kind} ${path}`}>
            <FileLink project={project} path={path} />
            <span className={kind === 'failure' ? 'mark-line bad' : 'mark-line warn'}>
              {kind === 'failure' ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
              {kind === 'failure' ? 'not read' : 'read by rules'}
            </span>
            <code>{safeText(reason)}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
