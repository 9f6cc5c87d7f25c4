import { plural } from '../../../extract/text.ts'
import type { Statistics } from '../../statistics.ts'
import { grouped } from '../../text/numbers.ts'
import type { Markup } from '../markup.ts'
import { figure, legendOf } from './chart.ts'
import { barRows, rowsHeight } from './rows.ts'

const most = 15

/** The files with the most changed lines. */
export function filesChart({ changed_files, files }: Statistics, labels: ReadonlyMap<string, string>): Markup | false {
  const shown = changed_files.slice(0, most)
  const [first] = shown
  if (!first) return false
  const name = (path: string, key: string) => (labels.size > 1 ? `${labels.get(key) ?? key}: ${path}` : path)
  const rows = shown.map(({ project_key, path, added, removed }) => ({
    label: name(path, project_key),
    parts: [
      { swatch: 'added', value: added, says: `${path}: ${plural(added, 'line')} added` },
      { swatch: 'removed', value: removed, says: `${path}: ${plural(removed, 'line')} removed` },
    ],
    note: `+${grouped(added)} −${grouped(removed)}`,
  }))
  return figure({
    id: 'files',
    title: 'Files',
    summary: `${plural(files.touched, 'file')} changed: ${files.created} created, ${files.edited} edited, ${files.deleted} deleted; +${grouped(files.added)} −${grouped(files.removed)} lines. Most changed is ${first.path}.`,
    height: rowsHeight(rows),
    body: barRows(rows),
    legend: legendOf([
      ['added', 'lines added'],
      ['removed', 'lines removed'],
    ]),
    head: ['File', 'Added', 'Removed', 'Turns'],
    rows: changed_files.map(({ project_key, path, added, removed, turns }) => [
      name(path, project_key),
      grouped(added),
      grouped(removed),
      grouped(turns),
    ]),
  })
}
