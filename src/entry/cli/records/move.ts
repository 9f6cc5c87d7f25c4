import type { z } from 'zod'
import { getRecordRef } from '../../../records/operations/get-record-ref.ts'
import { moveRecord } from '../../../records/operations/move-record.ts'
import { usageFault } from '../failure.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

type Args = [record: string, parent: string | undefined]

export const move: Verb<Args, { root?: true }, z.output<typeof moveRecord.output>> = {
  usage: 'move <record> [parent]',
  summary: 'put a record, with all below it, under another parent',
  options: [['--root', 'make it a root']],
  async ask(cli, { root }, id, parent) {
    if (Boolean(root) === (parent !== undefined)) {
      throw usageFault('Say where it should go.', 'daybook records move R7 R3, or daybook records move R7 --root')
    }
    const { version } = await cli.call(getRecordRef, { id })
    return cli.call(moveRecord, { id, parent_id: parent ?? null, base_version: version })
  },
  show({ record }, page) {
    page.line(`${record.id}  ${visible(record.title)}`)
    page.note(record.parent_id === null ? 'It is a root now.' : `It lies under ${record.parent_id} now.`)
  },
}
