import { describe, expect, it } from 'vitest'
import { nonceOf, specifiedTools as tools } from '../../../test/room/protocol-tools.ts'
import type { ToolId } from '../tools/tool.ts'
import { type FirstStepRules, readCall } from './read-reply.ts'

const E = '{"tool":"file_locator","args":{"search_criteria":"x"},"nonce":"n"}'
const theCall = { call: { tool: 'file_locator', args: { search_criteria: 'x' }, nonce: 'n' } }
const noCall = { noCall: true }

describe('the table of calls (room.md 7.3 and 18.1)', () => {
  it.each<[row: string, reply: string, detail: string]>([
    ['P3', `\`\`\`json\n${E}\n\`\`\``, 'fenced'],
    ['P3 without a tag', `\`\`\`\n${E}\n\`\`\``, 'fenced'],
    ['P3 with tildes', `~~~tool\n${E}\n~~~`, 'fenced'],
    ['P4', `${E}}`, 'trailing-text'],
    ['P5', `${E} done`, 'trailing-text'],
    ['P6', `Sure: ${E}`, 'leading-text'],
    ['P8', `[${E}]`, 'array'],
    ['P18 at the top', E.replace('{', '{"tool":"file_locator",'), 'duplicate-key'],
    ['P18 inside args', E.replace('"search_criteria"', '"search_criteria":"x","search_criteria"'), 'duplicate-key'],
    ['P18 spelled with an escape', E.replace('{', '{"\\u0074ool":"file_locator",'), 'duplicate-key'],
    ['P19', E.replace('{', '{"note":"",'), 'unknown-field:note'],
    ['P20', '{"tool":', 'unterminated-json'],
    ['P21', 'I would call file_locator(x) now.', 'function-syntax'],
    ['P21, another tool', 'prose_analyzer(x)', 'function-syntax'],
    ['P21, an alias', 'Then read_file("a.md").', 'function-syntax'],
    ['P21, markup', '<tool_call>{"name":"file_locator"}</tool_call>', 'tool-markup'],
    ['P22', '{"answer":42}', 'unknown-field:answer'],
    ['P30', '{"action":"final","nonce":"n"}', 'unknown-field:action'],
    ['row 3, a single object that is not JSON', '{tool:1}', 'bad-json'],
    ['row 3, an object and a separator', `${E};`, 'trailing-text'],
    ['row 3, two objects and prose', `${E} ${E} done`, 'trailing-text'],
    ['row 6 before row 7', '{"args":[],"nonce":1,"who":2}', 'unknown-field:who'],
    ['row 7, no tool', '{"args":{},"nonce":"n"}', 'missing-field:tool'],
    ['row 7, a blank tool', '{"tool":" ","args":{},"nonce":"n"}', 'missing-field:tool'],
    ['row 7, a number for a tool', '{"tool":1,"args":{},"nonce":"n"}', 'bad-type:tool'],
    ['row 7, no args', '{"tool":"file_locator","nonce":"n"}', 'missing-field:args'],
    ['row 7, a list for args', '{"tool":"file_locator","args":[],"nonce":"n"}', 'bad-type:args'],
    ['row 7, null for args', '{"tool":"file_locator","args":null,"nonce":"n"}', 'bad-type:args'],
    ['row 7, a number for a nonce', E.replace('"n"', '1'), 'bad-type:nonce'],
    ['row 7, an empty object', '{}', 'missing-field:tool'],
    ['row 7 before row 8', '{"tool":"nothing","args":"","nonce":"n"}', 'bad-type:args'],
  ])('%s: %s is refused as a format (%s)', (_, reply, detail) => {
    expect(read(reply)).toEqual({ rejection: { code: 'tool_call_invalid_format', detail } })
  })

  it('the table of calls refuses an envelope of 70 000 bytes and one of depth 40 (P32) (room.md 7.3 and 18.1)', () => {
    const code = 'tool_call_invalid_format'
    const large = E.replace('"x"', JSON.stringify('x'.repeat(70_000)))
    expect(read(large)).toEqual({ rejection: { code, detail: 'too-large' } })
    const deep = E.replace('"x"', `${'['.repeat(40)}${']'.repeat(40)}`)
    expect(read(deep)).toEqual({ rejection: { code, detail: 'too-deep' } })
  })

  it.each<[row: string, reply: string]>([
    ['P1', E],
    ['P2, white space', ` \n\t\u00a0${E}\u2003\u0085\r\n`],
    ['P2, a byte order mark', `\ufeff${E}`],
    ['P2, zero-width characters', `\u200b\u200c\u2060${E}\u200d\u200b`],
    ['P14', withArgs('"search_criteria":"x","max_results":null')],
    ['P23', `<think>I send ${E}</think>\n${E}`],
    ['P23, another tag', `[THOUGHT]${E}[/thought]${E}`],
    ['white space inside', E.replaceAll(':', ' :\n\t').replaceAll(',', ' ,\r ')],
    ['escapes', E.replace('"tool"', '"t\\u006fol"')],
  ])('the form %s is the call', (_, reply) => {
    expect(read(reply)).toEqual(theCall)
  })

  it.each<[row: string, reply: string, args: { [name: string]: unknown }]>([
    ['P9', withArgs('"search_criteria":"a}}{b"'), { search_criteria: 'a}}{b' }],
    [
      'every argument',
      withArgs('"dry_run":true,"max_results":100,"search_criteria":""'),
      {
        search_criteria: '',
        max_results: 100,
        dry_run: true,
      },
    ],
  ])('%s is a call with these arguments', (_, reply, args) => {
    expect(read(reply)).toEqual({ call: { tool: 'file_locator', args, nonce: 'n' } })
  })

  it.each<[row: string, reply: string, count: number]>([
    ['P7', E + E, 2],
    ['P7 with a newline', `${E}\n${E}`, 2],
    ['commas and semicolons', `${E}, ${E} ;${E}`, 3],
    ['objects of any kind', '{}{}{"a":1}{}', 4],
  ])('%s is more than one object', (_, reply, count) => {
    expect(read(reply)).toEqual({ rejection: { code: 'tool_call_multiple', detail: `objects:${count}` } })
  })

  it.each<[row: string, nonce: string, detail: string]>([
    ['P10 wrong', '"m"', 'nonce-mismatch'],
    ['P10 padded', '" n "', 'nonce-mismatch'],
    ['P10 empty', '""', 'nonce-mismatch'],
    ['P10 of the previous step', '"before"', 'nonce-stale'],
  ])('%s: the nonce %s is refused (%s)', (_, nonce, detail) => {
    expect(read(E.replace('"n"', nonce))).toEqual({ rejection: { code: 'tool_call_nonce_invalid', detail } })
  })

  it('the table of calls misses a nonce that is not there (P10) (room.md 7.3 and 18.1)', () => {
    const rejection = { code: 'tool_call_nonce_invalid', detail: 'nonce-missing' }
    expect(read(E.replace(',"nonce":"n"', ''))).toEqual({ rejection })
  })

  it.each<[row: string, tool: string, detail: string]>([
    ['P11, before its nonce', '{"tool":"file_eater","args":{},"nonce":"m"}', 'unknown-tool:file_eater'],
    ['a backlog tool', '{"tool":"line_editor","args":{},"nonce":"n"}', 'unknown-tool:line_editor'],
    ['a name of the prototype', '{"tool":"__proto__","args":{},"nonce":"n"}', 'unknown-tool:__proto__'],
    ['a name with strange characters', '{"tool":"a\\n<b>é😀","args":{},"nonce":"n"}', 'unknown-tool:a__b___'],
    ['a long name', `{"tool":"${'é'.repeat(40)}","args":{},"nonce":"n"}`, `unknown-tool:${'_'.repeat(30)}`],
  ])('%s: %s is unknown (%s)', (_, reply, detail) => {
    expect(read(reply)).toEqual({ rejection: { code: 'tool_call_unknown_tool', detail } })
  })

  it('the table of calls refuses a tool outside the allowed ones before it looks at the nonce (P26) (room.md 7.3 and 18.1)', () => {
    const rejection = { code: 'tool_call_unknown_tool', detail: 'tool-not-allowed:file_locator' }
    expect(read(E.replace('"n"', '"m"'), { allowed: ['file_reader'] })).toEqual({ rejection })
    expect(read(E, { allowed: ['file_locator'] })).toEqual(theCall)
  })

  it('the table of calls judges the nonce before the arguments (P12) (room.md 7.3 and 18.1)', () => {
    const rejection = { code: 'tool_call_nonce_invalid', detail: 'nonce-mismatch' }
    expect(read('{"tool":"file_locator","args":{"x":1},"nonce":"m"}')).toEqual({ rejection })
  })

  it.each<[row: string, tool: ToolId, args: string, detail: string]>([
    ['P13, a fraction', 'file_locator', '"search_criteria":"x","max_results":2.0', 'invalid-type:max_results'],
    ['P13, a string', 'file_locator', '"search_criteria":"x","max_results":"2"', 'invalid-type:max_results'],
    ['P13, too small', 'file_locator', '"search_criteria":"x","max_results":0', 'out-of-range:max_results'],
    ['P15', 'file_locator', '"search_criteria":"x","scan_mode":"fast_scan"', 'invalid-enum:scan_mode'],
    ['P25', 'file_locator', '"search_criteria":"a","query":"b"', 'conflicting-arg:search_criteria'],
    ['P27', 'search_issues', '"dry_run":true', 'unknown-arg:dry_run'],
    ['P28', 'consistency_checker', `"file_paths":[${'"a",'.repeat(10)}"a"]`, 'max-items:file_paths'],
    [
      'row 11, all of them, sorted',
      'file_locator',
      '"zz z":1,"max_results":101,"scan_mode":"x","dry_run":0,"include_globs":false',
      'invalid-enum:scan_mode,invalid-type:dry_run,missing-required:search_criteria,out-of-range:max_results,unknown-arg:zz_z',
    ],
  ])('%s: %s with {%s} has wrong arguments (%s)', (_, tool, args, detail) => {
    const reply = `{"tool":"${tool}","args":{${args}},"nonce":"n"}`
    expect(read(reply)).toEqual({ rejection: { code: 'tool_call_invalid_args', detail } })
  })

  it('the table of calls takes other spellings of a tool and of its arguments, and records the tool that was asked for (P16) (room.md 7.3 and 18.1)', () => {
    expect(read('{"tool":"File-Locator","args":{"Path ":"x"},"nonce":"n"}')).toEqual({
      call: { tool: 'file_locator', requestedTool: 'File-Locator', args: { search_criteria: 'x' }, nonce: 'n' },
    })
  })

  it('the table of calls normalizes the arguments of every tool (P17) (room.md 7.3 and 18.1)', () => {
    expect(read('{"tool":"outline_analyzer","args":{"outline_path ":"x"},"nonce":"n"}')).toEqual({
      call: { tool: 'outline_analyzer', args: { outline_path: 'x' }, nonce: 'n' },
    })
  })

  it.each<[row: string, reply: string]>([
    ['row 1', ''],
    ['row 1, blanks only', ' \u200b\ufeff\n'],
    ['row 5', 'The bell in scene 2 rings too often.'],
    ['row 5, braces in prose', 'Sets like {a, b} are fine, and so is {"note": 1}.'],
    ['row 5, a tool only named', 'The file_reader said so (twice).'],
    ['P24', `<think>${E}</think>There is nothing to look up.`],
    ['P24, an orphan closing tag', `${'I would call '}${E}</think>There is nothing to look up.`],
  ])('%s is not a call', (_, reply) => {
    expect(read(reply)).toEqual(noCall)
  })

  it.each(['', 'There is nothing to look up.', `<think>${E}</think>`])(
    'the table of calls misses a required call in "%s" (P31) (room.md 7.3 and 18.1)',
    reply => {
      const rejection = { code: 'tool_call_invalid_format', detail: 'tool-call-required' }
      expect(read(reply, { required: true })).toEqual({ rejection })
    },
  )

  it('the table of calls takes an object that is not an envelope as an answer only in a turn that asks for objects (P22) (room.md 7.3 and 18.1)', () => {
    expect(read('{"answer":42}', { objectsAnswer: true })).toEqual(noCall)
    expect(read(E, { objectsAnswer: true })).toEqual(theCall)
    expect(read('{"answer":42,"tool":"file_locator"}', { objectsAnswer: true })).toHaveProperty('rejection')
  })
})

function withArgs(args: string): string {
  return `{"tool":"file_locator","args":{${args}},"nonce":"n"}`
}

function read(reply: string, rules: Partial<FirstStepRules> = {}) {
  return readCall(reply, { tools, nonce: nonceOf('before', 'n'), required: false, ...rules })
}
