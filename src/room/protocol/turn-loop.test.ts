import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nonceOf, specifiedTools as tools } from '../../../test/room/protocol-tools.ts'
import { budgetLimits, truncationMarker } from './budget.ts'
import {
  type AnswerCheck,
  advance,
  beginTurn,
  type Effect,
  type LoopEvent,
  type LoopKind,
  type LoopRules,
  type LoopStep,
} from './turn-loop.ts'

const E = '{"tool":"file_locator","args":{"search_criteria":"x"},"nonce":"n"}'
const D = E.replace('{', '{"action":"tool",')
const F = '{"action":"final","nonce":"n"}'
const call = { tool: 'file_locator', args: { search_criteria: 'x' }, nonce: 'n' }
const prose = 'The bell rings.\nEvidence: [content] a.md line 1: "The bell rings."'
const askDecision = { do: 'ask', for: 'decision', schema: 'tool_decision_envelope' }

describe('the loop of a turn (room.md 8.2)', () => {
  it('turn loop, CALL: asks for a call, with a schema only where one is required (room.md 8.2)', () => {
    expect(beginTurn(rules()).effect).toEqual({ do: 'ask', for: 'call' })
    expect(beginTurn(rules({ required: true })).effect).toEqual({
      do: 'ask',
      for: 'call',
      schema: 'tool_call_envelope',
    })
  })

  it('turn loop, CALL, a valid call: runs the tool (room.md 8.2)', () => {
    expect(play(rules(), reply(E))).toMatchObject({ state: { at: 'tool', modelCalls: 1 }, effect: { do: 'run', call } })
  })

  it('turn loop, CALL, a rejection: stops (room.md 8.2)', () => {
    expect(play(rules(), reply(`${E}}`)).effect).toEqual(rejection('tool_call_invalid_format', 'trailing-text'))
  })

  it('turn loop, CALL, no call where one is required: stops (room.md 8.2)', () => {
    expect(play(rules({ required: true }), reply(prose)).effect).toEqual(
      rejection('tool_call_invalid_format', 'tool-call-required'),
    )
  })

  it.each<LoopKind>(['tools', 'tools+json'])('CALL, no call in a turn of kind %s: the reply is the answer', kind => {
    expect(play(rules({ kind }), reply(prose))).toMatchObject({
      state: { at: 'validate' },
      effect: { do: 'validate', reply: prose },
    })
  })

  it('turn loop, CALL, an object: an answer of tools+json, a malformed call of tools (room.md 8.2)', () => {
    expect(play(rules({ kind: 'tools+json' }), reply('{"a":1}')).effect).toEqual({ do: 'validate', reply: '{"a":1}' })
    expect(play(rules(), reply('{"a":1}')).effect).toEqual(rejection('tool_call_invalid_format', 'unknown-field:a'))
  })

  it.each([
    ['NO_TOOLS_NEEDED', 'no-tools-needed'],
    [prose, 'prose-discarded'],
    ['', 'prose-discarded'],
  ])('turn loop, CALL, %j in phase 1: the phase ends (%s) without content (room.md 8.2)', (text, note) => {
    expect(play(rules({ kind: 'phase1' }), reply(text)).effect).toEqual(ended({ state: 'accepted', content: '', note }))
  })

  it('turn loop, CALL, a stop in phase 1: the turn is stopped (room.md 8.2)', () => {
    const stopHook = { type: 'uncertainty', code: null, detail: 'Which bell?' }
    expect(play(rules({ kind: 'phase1' }), reply('STOP_HOOK: uncertainty\nWhich bell?')).effect).toEqual(
      ended({ state: 'stopped', content: 'STOP_HOOK: uncertainty\nWhich bell?', stopHook }),
    )
  })

  it('turn loop, EXEC: injects the output and asks for a decision, counting step, bytes and characters (room.md 8.2)', () => {
    const { state, effect } = play(rules(), reply(E), ran('é'))
    expect(effect).toEqual({ ...askDecision, injected: { text: 'é', form: 'whole', fullBytes: 2 } })
    expect(state).toMatchObject({ at: 'decision', modelCalls: 2 })
    expect(state.budget).toEqual({
      steps_used: 1,
      steps_max: 6,
      bytes_used: 2,
      bytes_max: 16_000,
      chars_used: 1,
      source: 'fallback',
    })
  })

  it('turn loop, EXEC, the last step: forces the answer (room.md 8.2)', () => {
    const { state, effect } = play(rules({ limits: limits(1) }), reply(E), ran('out'))
    const injected = { text: 'out', form: 'whole', fullBytes: 3 }
    expect(effect).toEqual({ do: 'ask', for: 'final', forced: 'step-limit', injected })
    expect(state).toMatchObject({ at: 'final', forced: 'step-limit' })
  })

  it('turn loop, EXEC, no bytes left: forces the answer (room.md 8.2)', () => {
    const { state, effect } = play(rules(), reply(E), ran('x'.repeat(9000)), reply(D), ran('y'.repeat(9000)))
    expect(effect).toMatchObject({ do: 'ask', for: 'final', forced: 'output-limit', injected: { form: 'cut' } })
    expect(state.budget).toMatchObject({ steps_used: 2, bytes_used: 16_000, bytes_max: 16_000 })
  })

  it('turn loop, EXEC, fewer than 512 bytes left: shows the marker alone and forces the answer (room.md 8.2)', () => {
    const long = 'y'.repeat(9000)
    const { state, effect } = play(
      rules(),
      reply(E),
      ran('x'.repeat(8000)),
      reply(D),
      ran('x'.repeat(7600)),
      reply(D),
      ran(long),
    )
    expect(effect).toEqual({
      do: 'ask',
      for: 'final',
      forced: 'output-limit',
      injected: { text: truncationMarker(long), form: 'marker', fullBytes: 9000 },
    })
    expect(state.budget.bytes_used).toBe(15_696)
  })

  it('turn loop, EXEC in phase 1, steps or bytes used up: the phase ends without another model call (room.md 8.2)', () => {
    const one = rules({ kind: 'phase1', limits: { ...budgetLimits({ conference: true }), steps: 1 } })
    const { state, effect } = play(one, reply(E), ran('out'))
    expect(effect).toEqual(ended({ state: 'accepted', content: '', note: 'step-limit' }))
    expect(state.modelCalls).toBe(1)
    const small = rules({ kind: 'phase1', limits: { ...budgetLimits({ conference: true }), bytesPerTurn: 600 } })
    expect(play(small, reply(E), ran('x'.repeat(700))).effect).toEqual(
      ended({ state: 'accepted', content: '', note: 'output-limit' }),
    )
  })

  it('turn loop, DECISION, a tool: runs it (room.md 8.2)', () => {
    expect(play(rules(), reply(E), ran('out'), reply(D)).effect).toEqual({ do: 'run', call })
  })

  it('turn loop, DECISION, final: asks for the answer; in phase 1 the phase ends without another model call (room.md 8.2)', () => {
    expect(play(rules(), reply(E), ran('out'), reply(F)).effect).toEqual({ do: 'ask', for: 'final' })
    const { state, effect } = play(rules({ kind: 'phase1' }), reply(E), ran('out'), reply(F))
    expect(effect).toEqual(ended({ state: 'accepted', content: '', note: 'final' }))
    expect(state.modelCalls).toBe(2)
  })

  it('turn loop, DECISION, a rejection: stops (room.md 8.2)', () => {
    expect(play(rules(), reply(E), ran('out'), reply(E)).effect).toEqual(
      rejection('tool_call_invalid_format', 'missing-field:action'),
    )
    expect(play(rules(), reply(E), ran('out'), reply(F.replace('"n"', '"before"'))).effect).toEqual(
      rejection('tool_call_nonce_invalid', 'nonce-stale'),
    )
  })

  it('the loop of a turn retries a malformed call once, where the settings allow it (room.md 8.2)', () => {
    const once = rules({ malformedRetries: 1, required: true })
    const first = play(once, reply('no'))
    const correction = { code: 'tool_call_invalid_format', detail: 'tool-call-required' }
    expect(first.effect).toEqual({ do: 'ask', for: 'call', schema: 'tool_call_envelope', correction })
    expect(first.state).toMatchObject({ at: 'call', malformed: 1, modelCalls: 2 })
    expect(play(once, reply('no'), reply(E)).effect).toEqual({ do: 'run', call })
    expect(play(once, reply('no'), reply('no')).effect).toEqual(
      rejection('tool_call_invalid_format', 'tool-call-required'),
    )
    const decision = play(rules({ malformedRetries: 1 }), reply(E), ran('out'), reply(E))
    expect(decision.effect).toEqual({
      ...askDecision,
      correction: { code: 'tool_call_invalid_format', detail: 'missing-field:action' },
    })
    expect(play(once, reply('no'), reply(E), ran('out'), reply(E)).effect).toMatchObject({ do: 'end' })
  })

  it('turn loop, FINAL: whatever is said goes to validation, also a call (room.md 8.2)', () => {
    expect(play(rules(), reply(E), ran('out'), reply(F), reply(E)).effect).toEqual({ do: 'validate', reply: E })
  })

  it('turn loop, VALIDATE, accepted: ends with the prepared reply (room.md 8.2)', () => {
    expect(play(rules(), reply(` <think>x</think>${prose}\n`), verdict({ status: 'accepted' })).effect).toEqual(
      ended({ state: 'accepted', content: prose }),
    )
  })

  it('turn loop, VALIDATE, abstained or stopped: ends so (room.md 8.2)', () => {
    const phase2 = rules({ kind: 'phase2' })
    expect(play(phase2, reply('ABSTAIN'), verdict({ status: 'abstained' })).effect).toEqual(
      ended({ state: 'abstained' }),
    )
    const stop = { content: 'STOP_HOOK: error', stopHook: { type: 'error', code: null, detail: '' } } as const
    expect(play(phase2, reply('STOP_HOOK: error'), verdict({ status: 'stopped', stop })).effect).toEqual(
      ended({ state: 'stopped', ...stop }),
    )
  })

  it('turn loop, RETRY: asks again with the reason, as often as the settings say, then rejects (room.md 8.2)', () => {
    const fails = verdict({ status: 'rejected', reason: 'quote-not-found', detail: 'absent' })
    const again = play(rules({ evidenceRetries: 2 }), reply(prose), fails)
    expect(again.effect).toEqual({
      do: 'ask',
      for: 'final',
      correction: { reason: 'quote-not-found', detail: 'absent' },
    })
    expect(again.state.at).toBe('retry')
    const twice = [reply(prose), fails, reply(prose), fails]
    expect(play(rules({ evidenceRetries: 2 }), ...twice).effect).toMatchObject({ do: 'ask', for: 'final' })
    const rejected = {
      state: 'rejected',
      content: 'STOP_HOOK: grounding_required\nReason: quote-not-found (absent)',
      stopHook: { type: 'grounding_required', code: 'quote-not-found', detail: 'absent' },
    }
    expect(play(rules({ evidenceRetries: 2 }), ...twice, reply(prose), fails).effect).toEqual(ended(rejected))
    expect(play(rules({ evidenceRetries: 0 }), reply(prose), fails).effect).toEqual(ended(rejected))
  })

  it('turn loop, RETRY of an object: once, whatever the settings say of evidence, then the turn fails (room.md 8.2)', () => {
    const json = rules({ kind: 'json', evidenceRetries: 0 })
    const fails = verdict({ status: 'rejected', reason: 'schema_invalid' })
    expect(beginTurn(json).effect).toEqual({ do: 'ask', for: 'final' })
    expect(play(json, reply('{}'), fails).effect).toEqual({
      do: 'ask',
      for: 'final',
      correction: { reason: 'schema_invalid' },
    })
    expect(play(json, reply('{}'), fails, reply('{}'), fails).effect).toEqual(
      ended({
        state: 'error',
        content: 'STOP_HOOK: error\nReason: schema_invalid',
        stopHook: { type: 'error', code: 'schema_invalid' },
      }),
    )
  })

  it.each<LoopKind>(['json', 'phase2', 'step'])('a turn of kind %s begins with its answer', kind => {
    expect(beginTurn(rules({ kind }))).toMatchObject({ state: { at: 'final' }, effect: { do: 'ask', for: 'final' } })
  })

  it('the loop of a turn ends in error when a provider fails or time is up, wherever it is (room.md 8.2)', () => {
    for (const events of [[], [reply(E)], [reply(E), ran('out')], [reply(prose)]])
      expect(play(rules(), ...events, { type: 'failed', code: 'turn_timeout' }).effect).toEqual(
        ended({
          state: 'error',
          content: 'STOP_HOOK: error\nReason: turn_timeout',
          stopHook: { type: 'error', code: 'turn_timeout' },
        }),
      )
  })

  it('the loop of a turn never leaves its end (room.md 8.2)', () => {
    const over = play(rules(), reply(E), { type: 'cancelled' })
    expect(over.effect).toEqual(ended({ state: 'cancelled' }))
    for (const event of [reply(E), ran('out'), verdict({ status: 'accepted' })])
      expect(advance(rules(), over.state, event)).toEqual({ state: over.state, effect: { do: 'nothing' } })
  })

  it('the loop of a turn refuses an event that cannot happen where it is (room.md 8.2)', () => {
    expect(() => play(rules(), ran('out'))).toThrow('A turn at call does not expect ran.')
    expect(() => play(rules(), reply(E), reply(E))).toThrow('A turn at tool does not expect reply.')
  })
})

describe('a call where none can run any more (room.md 8.3)', () => {
  const syntax = verdict({ status: 'rejected', reason: 'tool-syntax' })

  it.each([E, D, F, `\`\`\`\n${E}\n\`\`\``])(
    'a call where none can run any more %j after the output limit is rejected as such, after its retry (room.md 8.3)',
    text => {
      const full = [reply(E), ran('x'.repeat(9000)), reply(D), ran('y'.repeat(9000))]
      expect(play(rules(), ...full, reply(text), syntax).effect).toEqual({
        do: 'ask',
        for: 'final',
        forced: 'output-limit',
        correction: { reason: 'tool-syntax' },
      })
      expect(play(rules(), ...full, reply(text), syntax, reply(text), syntax).effect).toEqual(
        rejection('tool_call_output_limit', 'bytes:16000/16000'),
      )
    },
  )

  it('a call where none can run any more is a malformed call after the step limit (room.md 8.3)', () => {
    const one = rules({ limits: limits(1), evidenceRetries: 0 })
    expect(play(one, reply(E), ran('out'), reply(D), syntax).effect).toEqual(
      rejection('tool_call_invalid_format', 'step-limit'),
    )
  })

  it('a call where none can run any more is what it is in every other respect: prose is judged by its evidence, a call before the limits by its syntax (room.md 8.3)', () => {
    const one = rules({ limits: limits(1), evidenceRetries: 0 })
    const missing = verdict({ status: 'rejected', reason: 'missing' })
    expect(play(one, reply(E), ran('out'), reply('No.'), missing).effect).toMatchObject({
      end: { stopHook: { type: 'grounding_required', code: 'missing' } },
    })
    expect(play(rules({ evidenceRetries: 0 }), reply(E), ran('out'), reply(F), reply(E), syntax).effect).toMatchObject({
      end: { stopHook: { type: 'grounding_required', code: 'tool-syntax' } },
    })
  })
})

describe('any turn', () => {
  const text = fc.constantFrom(E, D, F, prose, '', '{"a":1}', 'NO_TOOLS_NEEDED', `${E}${E}`, 'STOP_HOOK: error')
  const judged = fc.constantFrom<AnswerCheck>(
    { status: 'accepted' },
    { status: 'rejected', reason: 'missing' },
    { status: 'rejected', reason: 'schema_invalid' },
  )
  const anyRules = fc.record({
    kind: fc.constantFrom<LoopKind>('tools', 'tools+json', 'json', 'phase1', 'phase2', 'step'),
    required: fc.boolean(),
    steps: fc.integer({ min: 1, max: 5 }),
    evidenceRetries: fc.integer({ min: 0, max: 2 }),
    malformedRetries: fc.integer({ min: 0, max: 1 }),
  })

  it('any turn ends within its model calls and within its steps', () => {
    const script = fc.array(fc.tuple(text, fc.integer({ min: 0, max: 9000 }), judged), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(anyRules, script, ({ steps, ...given }, lines) => {
        const turn = rules({ ...given, limits: limits(steps) })
        const { last, runs } = lines.reduce(
          ({ last, runs }, [reply, bytes, verdict]) => ({
            last: advance(turn, last.state, answerTo(last.effect, reply, bytes, verdict)),
            runs: runs + (last.effect.do === 'run' ? 1 : 0),
          }),
          { last: beginTurn(turn), runs: 0 },
        )
        expect(last.state.at).toBe('ended')
        expect(runs).toBe(last.state.budget.steps_used)
        expect(runs).toBeLessThanOrEqual(steps)
        expect(last.state.modelCalls).toBeLessThanOrEqual(steps + 2 + turn.evidenceRetries + turn.malformedRetries)
      }),
      { numRuns: 500 },
    )
  })
})

function answerTo(effect: Effect, text: string, bytes: number, judged: AnswerCheck): LoopEvent {
  if (effect.do === 'run') return ran('x'.repeat(bytes))
  return effect.do === 'validate' ? verdict(judged) : reply(text)
}

function rules(changed: Partial<LoopRules> = {}): LoopRules {
  const always = { kind: 'tools', tools, required: false, evidenceRetries: 1, malformedRetries: 0 } as const
  return { ...always, limits: budgetLimits({ conference: false }), ...changed }
}

function limits(steps: number) {
  return budgetLimits({ conference: false, tierSteps: steps })
}

function play(turn: LoopRules, ...events: LoopEvent[]): LoopStep {
  return events.reduce((step, event) => advance(turn, step.state, event), beginTurn(turn))
}

function reply(text: string): LoopEvent {
  return { type: 'reply', text, nonce: nonceOf('before', 'n') }
}

function ran(output: string): LoopEvent {
  return { type: 'ran', output }
}

function verdict(judged: AnswerCheck): LoopEvent {
  return { type: 'verdict', verdict: judged }
}

function ended(end: object) {
  return { do: 'end', end }
}

function rejection(code: string, detail: string) {
  return ended({
    state: 'rejected',
    content: `STOP_HOOK: tool_call_rejected\nReason: ${code} (${detail})`,
    stopHook: { type: 'tool_call_rejected', code, detail },
  })
}
