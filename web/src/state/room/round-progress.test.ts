import { expect, it } from 'vitest'
import { type ConferenceEvent, noProgress, withEvent } from './round-progress.ts'

const about = { roundId: 'rnd_1', turnId: 'turn_1', agentId: 'chief' }
const all = (...events: Omit<ConferenceEvent, 'seq'>[]) =>
  events.reduce((progress, event, at) => withEvent(progress, { seq: at + 1, ...event }), noProgress)

it('events give the tools that ran, with their receipts, and the progress of the turn', () => {
  const progress = all(
    { type: 'turn.queued', position: 2, ...about },
    { type: 'turn.started', kind: 'phase1', ...about },
    { type: 'turn.progress', sub: 'call', bytes: 0, ...about },
    { type: 'tool.started', toolId: 'canon_checker', ...about },
    { type: 'tool.finished', toolId: 'canon_checker', receiptId: 'rcpt_1', ok: true, ...about },
    { type: 'tool.started', toolId: 'file_reader', ...about },
    { type: 'turn.progress', sub: 'decision', bytes: 40, ...about },
  )
  const tools = [{ toolId: 'canon_checker', receiptId: 'rcpt_1', ok: true }, { toolId: 'file_reader' }]
  expect(progress).toEqual({
    seq: 7,
    tools: { rnd_1: tools },
    turn: { turnId: 'turn_1', agentId: 'chief', step: 'decision', bytes: 40, tools },
  })
})

it('a turn has a queue position only while it waits', () => {
  expect(all({ type: 'turn.queued', position: 3, ...about }).turn?.position).toBe(3)
  const begun = all({ type: 'turn.queued', position: 3, ...about }, { type: 'turn.started', ...about })
  expect(begun.turn).not.toHaveProperty('position')
})

it('a turn that ended is removed, and its tools stay', () => {
  const progress = all(
    { type: 'tool.finished', toolId: 'file_reader', receiptId: 'rcpt_1', ok: false, ...about },
    { type: 'turn.rejected', ...about },
  )
  expect(progress).toEqual({ seq: 2, tools: { rnd_1: [{ toolId: 'file_reader', receiptId: 'rcpt_1', ok: false }] } })
})

it('a retried turn has the reason', () => {
  expect(all({ type: 'turn.retry', reason: 'quote-not-found', ...about }).turn?.retry).toBe('quote-not-found')
})

it('an event that arrives twice counts once', () => {
  const once = all({ type: 'tool.started', toolId: 'file_reader', ...about })
  expect(withEvent(once, { seq: 1, type: 'tool.started', toolId: 'file_reader', ...about })).toBe(once)
})
