import { expect } from 'vitest'
import { surfaces } from '../../src/receipts/receipt.ts'
import { roomToolRun } from '../../src/room/tools/operations.ts'
import type { TurnSpec } from '../../src/room/turns/turn.ts'
import { type OpenedRoom, openTestRoom, type PlayedTurn } from './support/open-room.ts'
import { call, finalDecision, scene, sceneLine, sceneQuote } from './support/replies.ts'

export const read = call('file_reader', { file_path: scene })
export const quoted = `Green.\nEvidence: ${scene} line ${sceneLine}: "${sceneQuote}"`
export const receipted = `${quoted} receipt_id: {{receipt:last}}`
const madeUp = `Green.\nEvidence: ${scene} line ${sceneLine}: "${sceneQuote}" receipt_id: rcpt_0123456789ab`
export const wrong = `Blue.\nEvidence: ${scene} line ${sceneLine}: "Ines shut her blue eyes for a moment"`

interface Kind {
  replies: string[]
  more?: Partial<TurnSpec>
}

/** Every way a turn can go, each on a surface of its own. */
export const kinds: readonly Kind[] = [
  { replies: [quoted] },
  { replies: [read, finalDecision, receipted], more: { surface: 'mcp' } },
  {
    replies: [call('Read-File', { file_path: 'Story/none.md' }), finalDecision, wrong, quoted],
    more: { surface: 'rest' },
  },
  { replies: [call('search_issues', { status: 'all' }), finalDecision, wrong, wrong], more: { surface: 'cli' } },
  { replies: [madeUp, madeUp], more: { surface: 'task', taskId: 'task_0011223344556677' } },
  { replies: ['No evidence.', 'Still none.'] },
  { replies: [`${read}}`] },
  { replies: ['STOP_HOOK: conflict\nTwo cards disagree.'] },
  { replies: ['STOP_HOOK: tool_call_rejected\nReason: x', quoted] },
  { replies: ['{{fail:provider_unreachable}}'] },
  { replies: ['Anything.'], more: { kind: 'raw' } },
  { replies: ['ABSTAIN'], more: { kind: 'phase2', surface: 'conference', conferenceId: 'conf_00112233445566aa' } },
  { replies: [quoted], more: { kind: 'phase2', surface: 'conference', conferenceId: 'conf_00112233445566bb' } },
  { replies: [quoted], more: { kind: 'step', surface: 'run', runId: 'run_001122334455' } },
]

/** Plays so many turns and compares the telemetry with an independent count of them. */
export async function expectCounted(turns: number): Promise<void> {
  const opened = await openTestRoom({ changed: { tierSteps: async () => undefined } })
  await opened.room.issues.open({ title: 'The bell', body: '', openedBy: 'user' }, '2026-03-01T12:00:00.000Z')
  const played: PlayedTurn[] = []
  let asked = 0
  for (let n = 0; n < turns; n++) {
    const { replies, more = {} } = kinds[n % kinds.length] ?? { replies: [] }
    const agent = n % 3 === 0 ? 'chief' : 'critic'
    const model = opened.script(agent, replies)
    const turn = await opened.turn(agent, 'Look.', { roundId: 'rnd_00112233445566aa', ...more })
    played.push(turn)
    asked += model.requests.length
  }
  const direct = await directRuns(opened)
  const { totals, agents, surfaces: bySurface, tools, conferences } = await opened.room.telemetry.summary()
  const receipts = await allReceipts(opened, [...played.map(({ spec }) => spec.sessionId), ...direct])
  expect(totals).toMatchObject({
    activations: played.length,
    model_calls: asked,
    accepted: played.filter(({ state }) => state === 'accepted').length,
    abstains: played.filter(({ state }) => state === 'abstained').length,
    tool_runs: receipts.length,
    tool_errors: receipts.filter(({ ok }) => !ok).length,
    tokens_in: sum(played, ({ modelCalls }) => sum(modelCalls, ({ prompt }) => Math.ceil(prompt.bytes / 4))),
    tokens_out: sum(played, ({ modelCalls }) => sum(modelCalls, ({ reply }) => Math.ceil((reply?.bytes ?? 0) / 4))),
    issue_accesses: sum(receipts, ({ issue_refs }) => issue_refs?.length ?? 0),
    alias_hits: { read_file: receipts.filter(({ requested_tool }) => requested_tool === 'Read-File').length },
    retries: tally(played.flatMap(({ retries }) => retries)),
    codes: tally(played.flatMap(({ state, stopHook }) => (state === 'rejected' ? [stopHook?.code ?? ''] : []))),
    stop_hooks: tally(played.flatMap(({ stopHook }) => (stopHook ? [stopHook.type] : []))),
    quote_not_found: codeCount(played, ['quote-not-found']),
    tool_syntax: codeCount(played, ['tool_call_invalid_format']),
    evidence_invalid: codeCount(played, ['missing', 'missing-receipt']),
    cot_leak: 0,
    format_error: 0,
  })
  expect(totals.errors.provider_unreachable).toBe(played.filter(({ state }) => state === 'error').length)
  for (const surface of surfaces) {
    const turns = played.filter(({ spec }) => spec.surface === surface)
    const runs = receipts.filter(receipt => receipt.surface === surface)
    expect([surface, bySurface[surface]]).toMatchObject([
      surface,
      { activations: turns.length, tool_runs: runs.length },
    ])
  }
  for (const agent of ['chief', 'critic']) {
    expect(agents[agent]?.activations).toBe(played.filter(({ spec }) => spec.agent.id === agent).length)
  }
  for (const [id, { tool_runs }] of Object.entries(tools)) {
    expect(tool_runs).toBe(receipts.filter(({ tool_id }) => tool_id === id).length)
  }
  expect(Object.keys(conferences).sort()).toEqual(['conf_00112233445566aa', 'conf_00112233445566bb'])
}

/** One direct run per interface; answers with the sessions. */
async function directRuns({ context }: OpenedRoom): Promise<string[]> {
  const sessions: string[] = []
  for (const by of ['mcp tester', 'http', 'cli']) {
    const input = { id: 'file_reader', args: { file_path: scene } }
    sessions.push((await roomToolRun.run(input, context({ by }))).session_id)
  }
  return sessions
}

async function allReceipts({ room }: OpenedRoom, sessions: readonly string[]) {
  return (await Promise.all(sessions.map(session => room.audit.receiptsOf(session)))).flat()
}

function sum<T>(list: readonly T[], of: (each: T) => number): number {
  return list.reduce((total, each) => total + of(each), 0)
}

function tally(words: readonly string[]): { [word: string]: number } {
  return Object.fromEntries([...new Set(words)].map(word => [word, words.filter(each => each === word).length]))
}

function codeCount(played: readonly PlayedTurn[], codes: readonly string[]): number {
  return played.filter(({ state, stopHook }) => state === 'rejected' && codes.includes(stopHook?.code ?? '')).length
}
