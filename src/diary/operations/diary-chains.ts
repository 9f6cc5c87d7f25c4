import { z } from 'zod'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { quoted, reject } from '../rejection.ts'
import { Chain } from '../schema.ts'
import { loadCard } from '../workspace/card.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProject, rowOf } from '../workspace/project.ts'
import { compareTurns, turnKey } from '../workspace/refs.ts'

const Input = z.strictObject({
  project_key: name('ledger-d7579830878a'),
  session_ref: name('S0001').optional(),
  turn_ref: name('T0001').optional(),
  cursor: name('S0001/T0012', { pattern: /^S\d{4,}\/T\d{4,}$/, must: 'a next_cursor of this operation' }).optional(),
  limit: z.int().min(1).max(50).default(20),
  date: DateArgument.optional(),
})

export const diaryChains = diaryOperation({
  name: 'diary_chains',
  summary: 'Committed evidence chains of a project by session and turn, paged.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
  result: {
    chains: z.array(z.object({ session_ref: z.string(), trigger_at: z.string().nullable(), chain: Chain })),
    next_cursor: z.string().nullable(),
  },
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
  reject('turn_ref', `unknown turn_ref${quoted(turnRef)}`, 'use a turn_ref listed in sessions.index.jsonl')
}
