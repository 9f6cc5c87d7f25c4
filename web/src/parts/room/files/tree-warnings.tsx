import type { Tree } from '../../../../../src/room/schema.ts'
import { counted } from '../../../state/words.ts'
import { safeText } from '../../transcript/safe-text.ts'

/** Files of the folder that are not shown, and why. */
export function TreeWarnings({ tree: { truncated, warnings } }: { tree: Tree }) {
  if (!truncated && warnings.length === 0) return null
  return (
    <details className="tree-warnings">
      <summary>
        {truncated ? 'Not all files are shown' : `${counted(warnings.length, 'entry', 'entries')} left out`}
      </summary>
      <ul>
        {warnings.map(({ path, reason }) => (
          <li key={`${path} ${reason}`}>
            <span className="mono">{safeText(path)}</span> {safeText(reason)}
          </li>
        ))}
      </ul>
    </details>
  )
}
