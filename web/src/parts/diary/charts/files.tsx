import { grouped } from '../../../../../src/diary/report/text/numbers.ts'
import { plainLine } from '../../../../../src/diary/report/text/plain.ts'
import type { Totals } from '../../../state/diary/totals.ts'
import { counted } from '../../../state/words.ts'
import { BarRows } from './bar-rows.tsx'
import { Legend } from './chart.tsx'

const most = 15
const opWords = { create: 'Created', edit: 'Edited', delete: 'Deleted' }

/** The files with the most changed lines. */
export function FilesChart({ totals, labels }: { totals: Totals; labels: ReadonlyMap<string, string> }) {
  const { files, changed_files } = totals
  const [first] = changed_files
  if (!first) return null
  const several = new Set(changed_files.map(({ project_key }) => project_key)).size > 1
  const name = (path: string, key: string) => plainLine(several ? `${labels.get(key) ?? key}: ${path}` : path)
  return (
    <BarRows
      title="Files"
      summary={`${counted(files.touched, 'file')} changed: ${files.created} created, ${files.edited} edited, ${files.deleted} deleted; +${grouped(files.added)} −${grouped(files.removed)} lines. Most changed is ${plainLine(first.path)}.`}
      legend={
        <Legend
          entries={[
            ['swatch-added', 'lines added'],
            ['swatch-removed', 'lines removed'],
          ]}
        />
      }
      bars={changed_files.slice(0, most).map(({ project_key, path, op, added, removed, turns }) => ({
        label: plainLine(path),
        key: `${project_key} ${path}`,
        parts: [
          { swatch: 'swatch-added', value: added },
          { swatch: 'swatch-removed', value: removed },
        ],
        note: `+${grouped(added)} −${grouped(removed)}`,
        lines: [
          ...(several ? [labels.get(project_key) ?? project_key] : []),
          `${opWords[op]} over ${counted(turns, 'turn')}`,
          `${counted(added, 'line')} added, ${counted(removed, 'line')} removed`,
        ],
      }))}
      head={['File', 'Change', 'Added', 'Removed', 'Turns']}
      rows={() =>
        changed_files.map(({ project_key, path, op, added, removed, turns }) => [
          name(path, project_key),
          opWords[op],
          grouped(added),
          grouped(removed),
          grouped(turns),
        ])
      }
    />
  )
}
