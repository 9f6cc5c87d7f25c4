import { diaryChains } from '../../../diary/operations/diary-chains.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { numberIn } from './words.ts'

interface Options {
  session?: string
  turn?: string
  cursor?: string
  limit?: string
}

type Chains = Accepted<typeof diaryChains.output>

export const chains: DiaryVerb<[project: string], Options, Chains> = {
  usage: 'chains <project>',
  summary: 'the evidence that was written, turn by turn',
  options: [
    ['--session <ref>', 'only this session'],
    ['--turn <ref>', 'only this turn'],
    ['--cursor <cursor>', 'go on after this one'],
    ['--limit <n>', 'at most so many (default 20)'],
  ],
  examples: ['chains ledger-d7579830878a --date 2026-05-12', 'chains ledger-d7579830878a --session S0001 --turn T0002'],
  ask: ({ call, target }, { session, turn, cursor, limit }, project_key) =>
    call(diaryChains, {
      ...target,
      project_key,
      session_ref: session,
      turn_ref: turn,
      cursor,
      limit: numberIn(limit, '--limit'),
    }),
  show({ chains: found, next_cursor }, page) {
    for (const each of found) showChain(each, page)
    if (found.length === 0) page.note('No evidence was written yet. Next: daybook diary next')
    if (next_cursor !== null) page.note(`There are more: --cursor ${next_cursor}`)
  },
}

function showChain({ session_ref, trigger_at, chain }: Chains['chains'][number], { line, colors }: Terminal): void {
  const { trigger, agent_reactions, outcomes, observed_checks, terminal_state, materiality, turn_ref } = chain
  const told: Array<[string, { summary: string; citations: ReadonlyArray<{ lines: string }> }]> = [
    ['asked', trigger],
    ...agent_reactions.map(each => ['did', each] satisfies [string, object]),
    ...outcomes.map(each => ['outcome', each] satisfies [string, object]),
    ...observed_checks.map(each => ['check', each] satisfies [string, object]),
    ['ended', terminal_state],
  ]
  line(`${colors.bold(`${session_ref}/${turn_ref}`)}  ${materiality}${trigger_at ? colors.dim(`  ${trigger_at}`) : ''}`)
  for (const [what, { summary, citations }] of told) {
    const lines = citations.map(each => each.lines).join(', ')
    line(`  ${what.padEnd(7)}  ${visible(summary)} ${colors.dim(lines)}`)
  }
}
