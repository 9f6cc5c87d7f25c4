import { z } from 'zod'
import { DateArgument, name, parseArguments } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import type { Problem } from '../rejection.ts'
import { appendChain } from '../workspace/append-chains.ts'
import { ChainInput, chainFrom } from '../workspace/chain-input.ts'
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
    const chain = chainFrom(evidence_chain)
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
