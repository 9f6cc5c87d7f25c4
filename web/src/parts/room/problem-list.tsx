import { TriangleAlert } from 'lucide-react'
import { problemWords } from '../../state/room/audit-words.ts'
import type { Verification } from '../../state/room/receipts.ts'
import { safeText } from '../transcript/safe-text.ts'

/** The problems a verification found; nothing without problems. */
export function ProblemList({ problems }: { problems: Verification['problems'] }) {
  if (problems.length === 0) return null
  return (
    <ul className="audit-problems">
      {problems.map(({ code, seq, file }) => (
        <li key={`${code} ${seq} ${file}`}>
          <TriangleAlert aria-hidden="true" />
          <span>
            {problemWords(code)}
            {seq !== undefined && `, at receipt no. ${seq.toLocaleString('en')}`}
            {file !== undefined && (
              <>
                {' '}
                in <code>{safeText(file)}</code>
              </>
            )}
            .
          </span>
          <code className="audit-code">{safeText(code)}</code>
        </li>
      ))}
    </ul>
  )
}
