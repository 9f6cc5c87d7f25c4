import type { z } from 'zod'
import { getRecordRef } from '../../../records/operations/get-record-ref.ts'
import { purgeRecord } from '../../../records/operations/purge-record.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

export const purge: Verb<[record: string], { yes?: string }, z.output<typeof purgeRecord.output>> = {
  usage: 'purge <record>',
  summary: 'erase a record and its whole history for good',
  options: [['--yes <record>', 'the id once more, instead of being asked for it']],
  async ask(cli, { yes }, id) {
    const ref = await cli.call(getRecordRef, { id })
    const typed = yes ?? (await askLine(`Erase ${ref.id} "${visible(ref.title)}" for good? Type its id: `))
    if (typed === undefined) {
      throw usageFault('A purge must be confirmed.', `Run it in a terminal, or confirm with --yes ${ref.id}.`)
    }
    return cli.call(purgeRecord, { id: ref.id, confirm: typed })
  },
  show({ id, tick }, page) {
    page.line(id)
    page.note(`Erased for good at tick ${tick}.`)
  },
}
