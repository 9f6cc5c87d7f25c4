import { expect } from 'vitest'
import { budgetLimits } from '../../src/room/protocol/budget.ts'
import { openNonces } from '../../src/room/protocol/nonces.ts'
import { readCall, type ToolCall } from '../../src/room/protocol/read-reply.ts'
import { rejectionCodes } from '../../src/room/protocol/rejection.ts'
import { advance, beginTurn, type Effect, type LoopRules, type LoopState } from '../../src/room/protocol/turn-loop.ts'
import { drawFrom, live, mutatedReply, spent } from './protocol-mutations.ts'
import { mayRun } from './protocol-oracle.ts'
import { specifiedTools as tools } from './protocol-tools.ts'

const rules: LoopRules = {
  kind: 'tools',
  tools,
  required: false,
  limits: budgetLimits({ conference: false }),
  evidenceRetries: 1,
  malformedRetries: 0,
}

/** Has so many replies go wrong in ways of that seed: a tool runs only where the oracle says so. */
export function expectOracleHeld(replies: number, seed: number): void {
  const draw = drawFrom(seed)
  const seen = { run: 0, final: 0, other: 0 }
  for (let at = 0; at < replies; at++) {
    const step = at % 2 === 0 ? 'call' : 'decision'
    const reply = mutatedReply(draw, step)
    const effect = effectOf(reply, step)
    const allowed = mayRun(reply, step, live)
    const told = summary(effect)
    const expected = allowed === undefined ? 'nothing' : allowed === 'final' ? 'final' : JSON.stringify(allowed)
    if (told !== expected) expect.fail(`${step} ${JSON.stringify(reply)}: ${told} instead of ${expected}`)
    if (effect.do === 'run') expectSameAgain(effect.call)
    if (effect.do === 'end') expectKnownRejection(effect)
    seen[effect.do === 'run' ? 'run' : allowed === 'final' ? 'final' : 'other']++
  }
  expect(seen.run).toBeGreaterThan(replies / 25)
  expect(seen.final).toBeGreaterThan(replies / 200)
  expect(seen.other).toBeGreaterThan(replies / 2)
}

const states = {
  call: beginTurn(rules).state,
  decision: advance(
    rules,
    advance(rules, beginTurn(rules).state, answered(`{"tool":"search_issues","args":{},"nonce":"${live}"}`)).state,
    {
      type: 'ran',
      output: 'out',
    },
  ).state,
} satisfies { [step: string]: LoopState }

function effectOf(reply: string, step: 'call' | 'decision'): Effect {
  return advance(rules, states[step], answered(reply)).effect
}

function answered(text: string) {
  const nonces = [spent, live]
  const book = openNonces(() => nonces.shift() ?? '')
  book.issue()
  book.spend()
  book.issue()
  return { type: 'reply', text, nonce: book.spend() } as const
}

function summary(effect: Effect): string {
  if (effect.do === 'run') return JSON.stringify({ tool: effect.call.tool, args: effect.call.args })
  return effect.do === 'ask' && effect.for === 'final' ? 'final' : 'nothing'
}

/** What was accepted, written as the protocol asks for it, is the same call. */
function expectSameAgain({ tool, args, nonce }: ToolCall): void {
  const again = readCall(JSON.stringify({ tool, args, nonce }), { tools, required: true, nonce: answered('').nonce })
  if (JSON.stringify(again) !== JSON.stringify({ call: { tool, args, nonce } }))
    expect(again).toEqual({ call: { tool, args, nonce } })
}

function expectKnownRejection(effect: Effect & { do: 'end' }): void {
  const { code = null, detail = '' } = 'stopHook' in effect.end ? effect.end.stopHook : {}
  const known = rejectionCodes.some(one => one === code) && /^[A-Za-z0-9_.:,-]+$/.test(detail)
  if (!known) expect.fail(`${effect.end.state}: ${code} (${detail})`)
}
