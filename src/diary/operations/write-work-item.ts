import { z } from 'zod'
import { DateArgument, name, parseArguments } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { TurnRef } from '../schema.ts'
import { appendItem } from '../workspace/append-items.ts'
import { ItemInput, itemFrom, withoutEmpty } from '../workspace/item-input.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  work_item: ItemInput,
  date: DateArgument.optional(),
})

export const writeWorkItem = diaryOperation({
  name: 'write_work_item',
  summary:
    'Check and add one work item; answers the turns still uncovered. Every turn belongs to exactly one item; done when uncovered_turns is empty.',
  effect: 'append',
  schemaDetail: 'full',
  input: Input,
  accepted: 'appended',
  result: { project_key: z.string(), work_item_ref: z.string(), uncovered_turns: z.array(TurnRef) },
  parse: args => parseArguments(Input, withoutEmptyParts(args)),
  async run({ project_key, work_item, date }, ctx) {
    const workspace = await openWorkspace(ctx.diary, date)
    const item = itemFrom(work_item)
    const uncovered_turns = await appendItem(ctx, { workspace, project_key, item, by: writerOf(ctx) })
    return { project_key, work_item_ref: item.work_item_ref, uncovered_turns }
  },
})

function withoutEmptyParts(args: unknown): { work_item?: unknown } {
  const given: { work_item?: unknown } = { ...Object(args) }
  return Object.hasOwn(given, 'work_item') ? { ...given, work_item: withoutEmpty(given.work_item) } : given
}
