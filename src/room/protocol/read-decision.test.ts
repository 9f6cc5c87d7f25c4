import { expect, it } from 'vitest'
import { nonceOf, specifiedTools as tools } from '../../../test/room/protocol-tools.ts'
import { type DecisionRules, readDecision } from './read-reply.ts'

const E = '{"tool":"file_locator","args":{"search_criteria":"x"},"nonce":"n"}'
const D = E.replace('{', '{"action":"tool",')
const F = '{"action":"final","nonce":"n"}'

it.each([D, ` \n${D}\ufeff`, `<think>${F}</think>${D}`])('a decision %j is another call (room.md 7.6, P29)', reply => {
  expect(read(reply)).toEqual({ call: { tool: 'file_locator', args: { search_criteria: 'x' }, nonce: 'n' } })
})

it.each([F, '{ "nonce" : "n" , "action" : "final" }', `<think>${D}</think>${F}`])(
  'a decision %j is the end of calls (room.md 7.6, P29)',
  reply => {
    expect(read(reply)).toEqual({ final: true })
  },
)

it.each([
  [E, 'missing-field:action'],
  [`${F} Here is my answer.`, 'trailing-text'],
  [`Done. ${F}`, 'decision-required'],
  [`\`\`\`\n${F}\n\`\`\``, 'decision-required'],
  ['', 'decision-required'],
  ['The answer is in scene 4.', 'decision-required'],
  ['STOP_HOOK: error', 'decision-required'],
  [`[${F}]`, 'decision-required'],
  ['{"action":"stop","nonce":"n"}', 'bad-action'],
  ['{"action":"Final","nonce":"n"}', 'bad-action'],
  ['{"action":null,"nonce":"n"}', 'bad-action'],
  ['{"action":["final"],"nonce":"n"}', 'bad-action'],
  ['{"action":"final","nonce":"n","why":"x"}', 'unknown-field:why'],
  ['{"action":"final","nonce":"n","tool":"file_locator"}', 'unknown-field:tool'],
  ['{"action":"final","nonce":"n","args":{}}', 'unknown-field:args'],
  ['{"action":"final","nonce":"n","tool":null,"args":null}', 'unknown-field:tool'],
  ['{"action":"final","nonce":1}', 'bad-type:nonce'],
  ['{"action":"final","nonce":"n"', 'unterminated-json'],
  ['{"action":"final","action":"final","nonce":"n"}', 'duplicate-key'],
  ['{"action":"tool","nonce":"n"}', 'missing-field:tool'],
  ['{"action":"tool","tool":"file_locator","nonce":"n"}', 'missing-field:args'],
  ['{"action":"tool","tool":null,"args":null,"nonce":"n"}', 'bad-type:tool'],
  ['{}', 'missing-field:action'],
])('%j is not read as a decision (%s) (room.md 7.6, P29)', (reply, detail) => {
  expect(read(reply)).toEqual({ rejection: { code: 'tool_call_invalid_format', detail } })
})

it.each([
  [`${F}${F}`, 'tool_call_multiple', 'objects:2'],
  [`${D}\n${F};${F}`, 'tool_call_multiple', 'objects:3'],
  ['{"action":"tool","tool":"eater","args":{},"nonce":"m"}', 'tool_call_unknown_tool', 'unknown-tool:eater'],
  [D.replace('"n"', '"m"'), 'tool_call_nonce_invalid', 'nonce-mismatch'],
  [F.replace('"n"', '"before"'), 'tool_call_nonce_invalid', 'nonce-stale'],
  ['{"action":"final"}', 'tool_call_nonce_invalid', 'nonce-missing'],
  [D.replace('"x"', '1'), 'tool_call_invalid_args', 'invalid-type:search_criteria'],
])('a decision %j is refused as %s (%s) (room.md 7.6, P29)', (reply, code, detail) => {
  expect(read(reply)).toEqual({ rejection: { code, detail } })
})

it('a decision holds to the allowed tools (room.md 7.6, P29)', () => {
  const rejection = { code: 'tool_call_unknown_tool', detail: 'tool-not-allowed:file_locator' }
  expect(read(D, { allowed: ['task_router'] })).toEqual({ rejection })
})

it('a decision takes null for absent at the end of calls, where the schema that was sent leaves nothing out (room.md 7.6, P29)', () => {
  const flat = { flat: true }
  expect(read('{"action":"final","tool":null,"args":null,"nonce":"n"}', flat)).toEqual({ final: true })
  expect(read(F, flat)).toEqual({ final: true })
  const extra = { rejection: { code: 'tool_call_invalid_format', detail: 'unknown-field:args' } }
  expect(read('{"action":"final","tool":null,"args":{},"nonce":"n"}', flat)).toEqual(extra)
  const noTool = { rejection: { code: 'tool_call_invalid_format', detail: 'bad-type:tool' } }
  expect(read('{"action":"tool","tool":null,"args":null,"nonce":"n"}', flat)).toEqual(noTool)
  const noNonce = { rejection: { code: 'tool_call_invalid_format', detail: 'bad-type:nonce' } }
  expect(read('{"action":"final","tool":null,"args":null,"nonce":null}', flat)).toEqual(noNonce)
})

function read(reply: string, rules: Partial<DecisionRules> = {}) {
  return readDecision(reply, { tools, nonce: nonceOf('before', 'n'), ...rules })
}
