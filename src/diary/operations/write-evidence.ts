import { z } from 'zod'
import { DateArgument, name, parseArguments } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import type { Problem } from '../rejection.ts'
import { Chain, TurnRef, WorkItem } from '../schema.ts'
import { appendChain } from '../workspace/append-chains.ts'
import { appendItem } from '../workspace/append-items.ts'
import { ChainInput } from '../workspace/chain-input.ts'
import { ItemInput, withoutEmpty } from '../workspace/item-input.ts'
import { openWorkspace } from '../workspace/open.ts'
import { writerOf } from '../workspace/provenance.ts'

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  session_ref: name('S0001'),
  evidence_chain: ChainInput,
  date: DateArgument.optional(),
  span_sha256: name('9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', {
    pattern: /^[0-9a-f]{64}$/,
    must: '64 lower-case hexadecimal digits',
  })
    .optional()
    .describe('From diary_next'),
})

export const writeEvidence = diaryOperation({
  name: 'write_evidence',
  summary: 'Check and add one evidence chain. Citations are lines of the turn, "12-15"; outcomes cite agent reactions.',
  effect: 'append',
  schemaDetail: 'full',
  input: Input,
  accepted: 'appended',
  result: { project_key: z.string(), session_ref: z.string(), turn_ref: z.string() },
  parse: args => parseArguments(Input, args, problems => problems.map(explainWholeCard)),
  async run({ project_key, session_ref, evidence_chain, date, span_sha256 }, ctx) {
    const workspace = await openWorkspace(ctx.diary, date)
    // As it is stored: every list there, keys in their order.
    const chain = Chain.parse(evidence_chain)
    await appendChain(ctx, { workspace, project_key, session_ref, chain, span_sha256, by: writerOf(ctx) })
    return { project_key, session_ref, turn_ref: chain.turn_ref }
  },
})

function explainWholeCard(problem: Problem): Problem {
  if (!/(^|\.)(evidence_chains|schema_version)$/.test(problem.path)) return problem
  return {
    ...problem,
    message: 'this belongs to a whole card; send one chain',
    hint: 'put a single chain into evidence_chain, without evidence_chains and schema_version',
  }
}

const WorkItemInput = z.strictObject({
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
  input: WorkItemInput,
  accepted: 'appended',
  result: { project_key: z.string(), work_item_ref: z.string(), uncovered_turns: z.array(TurnRef) },
  parse: args => parseArguments(WorkItemInput, withoutEmptyParts(args)),
  async run({ project_key, work_item, date }, ctx) {
    const workspace = await openWorkspace(ctx.diary, date)
    const item = WorkItem.parse(work_item)
    const uncovered_turns = await appendItem(ctx, { workspace, project_key, item, by: writerOf(ctx) })
    return { project_key, work_item_ref: item.work_item_ref, uncovered_turns }
  },
})

function withoutEmptyParts(args: unknown): { work_item?: unknown } {
  const given: { work_item?: unknown } = { ...Object(args) }
  return Object.hasOwn(given, 'work_item') ? { ...given, work_item: withoutEmpty(given.work_item) } : given
}
