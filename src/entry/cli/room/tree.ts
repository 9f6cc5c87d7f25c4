import type { Tree } from '../../../room/schema.ts'
import { roomTreeShow } from '../../../room/workspace/operations.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import type { RoomVerb } from './verb.ts'

export const tree: RoomVerb<[], object, Tree> = {
  usage: 'tree',
  summary: 'every file agents may see, with its kind and title',
  examples: ['tree', 'tree --json'],
  ask: ({ call }) => call(roomTreeShow, {}),
  show({ files, warnings, truncated }, page) {
    const { bold, dim } = page.colors
    const table = files.map(({ path, class: kind, lines, title }) => [
      { text: path, paint: bold },
      { text: kind, paint: dim },
      `${lines} lines`,
      title,
    ])
    page.data(rows(table, page))
    for (const { path, reason } of warnings) page.note(visible(`Not shown: ${path} (${reason})`))
    if (truncated) page.note('There are more files than a room shows.')
  },
}
