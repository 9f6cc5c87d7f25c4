import type { Output } from '../../operations.ts'
import { safeText } from '../transcript/safe-text.ts'

type Entry = Output<'project_import'>['entries'][number]

const words: { [status in Entry['status']]: string } = {
  created: 'new',
  updated: 'update',
  skipped: 'skip',
  invalid: 'invalid',
}

/** What an import would do with each entry of the file. */
export function ImportTable({ entries }: { entries: readonly Entry[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="import-table" aria-label="Preview" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col">Would</th>
            <th scope="col">Project</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ status, id, name, reason }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are numbered by their place in the file
            <tr key={index}>
              <td className="tabular">{index + 1}</td>
              <td>
                <span className={`import-mark ${status}`}>{words[status]}</span>
              </td>
              <td>
                {safeText(name)} <code>{safeText(id)}</code>
              </td>
              <td>{reason && safeText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
