import { expect, it } from 'vitest'
import { callRejected, groundingRequired, modelStops, readStopHook, turnFailed } from './rejection.ts'

it.each(modelStops)('a stop by the model %s is one (room-platform.md 5)', type => {
  const stop = { content: `STOP_HOOK: ${type}\nWhy so.`, stopHook: { type, code: null, detail: 'Why so.' } }
  expect(readStopHook(`STOP_HOOK: ${type}\nWhy so.`)).toEqual(stop)
  expect(readStopHook(`STOP_HOOK: ${type} Why so.\nMore.`)).toEqual(stop)
  expect(readStopHook(`[stop-hook: ${type.toUpperCase().replaceAll('-', '_')}] Why so.`)).toEqual(stop)
  expect(readStopHook(`<think>hm</think>\n Stop Hook:${type}\r\nWhy so.`)).toEqual(stop)
})

it('a stop by the model says nothing where the model said nothing (room-platform.md 5)', () => {
  expect(readStopHook('STOPHOOK: error')).toEqual({
    content: 'STOP_HOOK: error',
    stopHook: { type: 'error', code: null, detail: '' },
  })
})

it('a stop by the model is cut to 600 bytes between characters (room-platform.md 5)', () => {
  const detail = readStopHook(`STOP_HOOK: conflict\n${'x'.repeat(599)}é`)?.stopHook.detail
  expect(detail).toBe('x'.repeat(599))
})

it.each([
  'STOP_HOOK: tool_call_rejected',
  'STOP_HOOK: grounding_required',
  'STOP_HOOK: tired',
  'STOP_HOOK:',
  'STOP_HOOKS: error',
  'Well. STOP_HOOK: error',
  'Well.\nSTOP_HOOK: error',
  '',
])('a stop by the model %j is text like any other (room-platform.md 5)', reply => {
  expect(readStopHook(reply)).toBeUndefined()
})

it('a stop by the engine shows code and detail of a rejected call (room.md 7.11)', () => {
  const rejection = { code: 'tool_call_invalid_format', detail: 'fenced' } as const
  expect(callRejected(rejection)).toEqual({
    content: 'STOP_HOOK: tool_call_rejected\nReason: tool_call_invalid_format (fenced)',
    stopHook: { type: 'tool_call_rejected', ...rejection },
  })
})

it('a stop by the engine shows why an answer is not grounded (room.md 10.9)', () => {
  expect(groundingRequired('quote-not-found', 'absent')).toEqual({
    content: 'STOP_HOOK: grounding_required\nReason: quote-not-found (absent)',
    stopHook: { type: 'grounding_required', code: 'quote-not-found', detail: 'absent' },
  })
  expect(groundingRequired('missing').content).toBe('STOP_HOOK: grounding_required\nReason: missing')
})

it('a stop by the engine shows the code of a failure (room.md 8.2)', () => {
  expect(turnFailed('provider_timeout')).toEqual({
    content: 'STOP_HOOK: error\nReason: provider_timeout',
    stopHook: { type: 'error', code: 'provider_timeout' },
  })
})
