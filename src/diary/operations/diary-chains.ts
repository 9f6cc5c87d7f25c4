import { z } from 'zod'
import { DateArgument, name, quotedValue } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { Chain } from '../schema.ts'
import { loadCard } from '../workspace/card.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf } from '../workspace/project.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'

export const diaryChains = diaryOperation({
  name: 'diary_chains',
  summary: 'Evidence chains of a project by session and turn, paged.',
  effect: 'read',
  input: z.strictObject({
    project_key: name('ledger-d7579830878a'),
    session_ref: name('S0001').optional(),
    turn_ref: name('T0001').optional(),
    cursor: name('S0001/T0012', { pattern: /^S\d{4,}\/T\d{4,}$/, must: 'a next_cursor of this operation' }).optional(),
    limit: z.int().min(1).max(50).default(20),
    date: DateArgument.optional(),
  }),
  result: {
    chains: z.array(z.object({ session_ref: z.string(), trigger_at: z.string().nullable(), chain: Chain })),
    next_cursor: z.string().nullable(),
  },
  chatText: ({ chains, next_cursor }) =>
    [
      ...(chains.length === 0 ? ['No evidence was written yet.'] : chains.flatMap(chainLines)),
      ...(next_cursor === null ? [] : [`next cursor: ${next_cursor}`]),
    ].join('\n'),
  async run({ project_key, session_ref, turn_ref, cursor, limit, date }, ctx) {
    return readWorkspace(ctx, date, async workspace => {
      const project = await loadProject(workspace, project_key)
      const [after_session = '', after_turn = ''] = cursor?.split('/') ?? []
      const after = { session_ref: after_session, turn_ref: after_turn }
      const wanted = (await chainsOf(project, session_ref)).filter(
        each =>
          (turn_ref === undefined || each.turn_ref === turn_ref) &&
          (cursor === undefined || compareTurns(each, after) > 0),
      )
      if (wanted.length === 0 && turn_ref !== undefined) requireTurn(project, session_ref, turn_ref)
      const page = wanted.slice(0, limit)
      const facts = page.length > 0 ? await loadFacts(project) : new Map<string, never>()
      const last = wanted.length > limit ? page.at(-1) : undefined
      return {
        chains: page.map(each => ({
          session_ref: each.session_ref,
          trigger_at: facts.get(turnKey(each))?.trigger_at ?? null,
          chain: each.chain,
        })),
        next_cursor: last ? turnKey(last) : null,
      }
    })
  },
})

/** Everything the chain claims, each claim with the lines it cites. */
function chainLines({
  session_ref,
  trigger_at,
  chain,
}: {
  session_ref: string
  trigger_at: string | null
  chain: Chain
}) {
  const { turn_ref, trigger, agent_reactions, outcomes, observed_checks, terminal_state, materiality } = chain
  return [
    [`${session_ref}/${turn_ref}`, materiality, ...(trigger_at ? [trigger_at] : [])].join('  '),
    claim('asked', trigger, trigger.type),
    ...trigger.quoted_messages.map(({ text, citations }) =>
      claim('quote', { summary: JSON.stringify(text), citations }),
    ),
    ...agent_reactions.map(each => claim('did', each)),
    ...outcomes.map(each => claim('outcome', each, each.category)),
    ...observed_checks.map(each => claim('check', each, each.type)),
    claim('ended', terminal_state, terminal_state.type),
  ]
}

function claim(what: string, { summary, citations }: Pick<Chain['trigger'], 'summary' | 'citations'>, kind?: string) {
  const lines = citations.map(each => each.lines).join(', ')
  return `  ${what.padEnd(7)}  ${summary} ${lines}${kind ? ` (${kind})` : ''}`
}

async function chainsOf(project: DiaryProject, sessionRef: string | undefined) {
  const rows = sessionRef === undefined ? project.rows : [rowOf(project, sessionRef)]
  const chains = []
  for (const row of rows) {
    const card = await loadCard(project, row)
    const { session_ref } = row
    chains.push(...(card?.chains ?? []).map(chain => ({ session_ref, turn_ref: chain.turn_ref, chain })))
  }
  return chains.sort(compareTurns)
}

function requireTurn(project: DiaryProject, sessionRef: string | undefined, turnRef: string): void {
  const rows = sessionRef === undefined ? project.rows : [rowOf(project, sessionRef)]
  if (rows.some(row => row.turns.some(turn => turn.turn_ref === turnRef))) return
  reject('turn_ref', `unknown turn_ref${quotedValue(turnRef)}`, 'use a turn_ref listed in sessions.index.jsonl')
}
