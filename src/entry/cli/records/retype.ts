import type { z } from 'zod'
import { getRecordRef } from '../../../records/operations/get-record-ref.ts'
import { retypeRecord } from '../../../records/operations/retype-record.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

export const retype: Verb<[record: string, type: string], object, z.output<typeof retypeRecord.output>> = {
  usage: 'retype <record> <type>',
  summary: 'change the type of a record',
  async ask(cli, _, id, type) {
    const { version } = await cli.call(getRecordRef, { id })
    return cli.call(retypeRecord, { id, type, base_version: version })
  },
  show({ record }, page) {
    page.line(visible(`${record.id}  ${record.type}: ${record.title}`))
  },
}
