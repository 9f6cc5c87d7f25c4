import { describe, expect, it } from 'vitest'
import { assembled, modules } from '../../scripts/assemble.mjs'
import { countTermsModule } from '../../src/diary/search/count-terms/module.ts'
import { jsonScanModule } from '../../src/transcripts/json-scan/module.ts'
import { memberKey, recurringKey } from '../../src/transcripts/record-view.ts'
import { expectSame, glance, glanceAtDamage, glanceAtTexts } from './glances.ts'

describe('a glance at a line', () => {
  it('a glance at a line finds in any text what parsing finds', () => glanceAtTexts(500))

  it('a glance at a line finds in any damaged line of a transcript what parsing finds', () => glanceAtDamage(60))

  it.each([
    ['{"a":1} ', 'is sound'],
    ['\t{ "a" : [ ] , "b" : { } }\r', 'is sound'],
    ['{"a":1,}', 'is broken'],
    ['{"a":01}', 'is broken'],
    ['{"a":1.}', 'is broken'],
    ['{"a":.5}', 'is broken'],
    ['{"a":-}', 'is broken'],
    ['{"a":1e}', 'is broken'],
    ['{"a":1E+05}', 'is sound'],
    ['{"a":tru}', 'is broken'],
    ['{"a":"\\x"}', 'is broken'],
    ['{"a":"\\ud83d"}', 'is sound'],
    ['{"a":"\\u12g4"}', 'is broken'],
    ['{"a":"\t"}', 'is broken'],
    ['{"a":[1,2}', 'is broken'],
    ['{"a":1]', 'is broken'],
    ['{"a"}', 'is broken'],
    ['{a:1}', 'is broken'],
    ['{"a":1}{"a":2}', 'is broken'],
    ['{"a":1}\u0000', 'is broken'],
    ['[{"a":1}]', 'is broken'],
    ['"a"', 'is broken'],
    [' ', 'is broken'],
    ['{"a":"', 'is broken'],
    ['{"a":"\\', 'is broken'],
    ['{"a":"\\u00', 'is broken'],
  ])('a glance at a line sees that %j %s', (text, verdict) => {
    expect(glance(Buffer.from(text)) === null ? 'is broken' : 'is sound').toBe(verdict)
    expectSame(Buffer.from(text))
  })

  it('a glance at a line leaves to parsing what it cannot hold', () => {
    const many = JSON.stringify(Object.fromEntries(Array.from({ length: 700 }, (_, i) => [`k${i}`, i])))
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`
    const long = JSON.stringify({ a: 'x'.repeat(5_000_000) })
    for (const text of [many, deep, long, '{"\\u0061":1}']) expect(glance(Buffer.from(text))).toBe('unsure')
  })

  it('a glance at a line sees what follows a picture', () => {
    const view = glance(Buffer.from(JSON.stringify({ picture: 'x'.repeat(4_000_000), a: 'last' })))
    if (view === null || view === 'unsure') throw new Error('the line is sound')
    expect(view.text(memberKey('a'))).toBe('last')
  })

  it('a glance at a line takes the last of two members with one name', () => {
    const view = glance(Buffer.from('{"a":"first","payload":{"a":"x"},"a":"last","payload":{"a":"y","a":"z"}}'))
    if (view === null || view === 'unsure') throw new Error('the line is sound')
    expect(view.text(memberKey('a'))).toBe('last')
    expect(view.textIn(memberKey('payload'), memberKey('a'))).toBe('z')
  })

  it('a glance at a line finds members by more names than the scanner notes, and by names that came after it', () => {
    const names = Array.from({ length: 150 }, (_, i) => `name ${i} ${'x'.repeat(i % 60)}`)
    const bytes = Buffer.from(JSON.stringify(Object.fromEntries(names.map(name => [name, { [name]: `of ${name}` }]))))
    const earlier = names.slice(0, 100).map(memberKey)
    const view = glance(bytes)
    if (view === null || view === 'unsure') throw new Error('the line is sound')
    const keys = [...earlier, ...names.slice(100).map(memberKey)]
    expect(keys.map(key => view.textIn(key, key))).toEqual(names.map(name => `of ${name}`))
    expect(keys.filter(key => view.text(key) !== undefined || !view.isObject(key))).toEqual([])
  })

  it('a glance at a line tells texts that come again from all others, however many there were', () => {
    const key = recurringKey('recurring')
    const read = (text: string) => {
      const view = glance(Buffer.from(JSON.stringify({ recurring: text })))
      return view === null || view === 'unsure' ? null : view.text(key)
    }
    const texts = Array.from({ length: 1500 }, (_, i) => `${'é'.repeat(i % 170)}${'a"\\'.repeat(i % 3)}${i}`)
    const asked = texts.flatMap((text, i) => [text, texts[i >> 1] ?? '', text])
    expect(asked.filter(text => read(text) !== text)).toEqual([])
  })

  it.each([
    ['{"a":[{"b":"agent_progress"}]}', true],
    ['{"agent_progress":1}', true],
    ['{"a":"agent_progress "}', false],
    ['{"a":"\\"agent_progress\\""}', false],
  ])('a glance at a line sees whether %j has the string that rows of sub-agents have', (text, expected) => {
    const view = glance(Buffer.from(text))
    if (view === null || view === 'unsure') throw new Error('the line is sound')
    expect(view.hasProgress()).toBe(expected)
  })

  it.each([
    ['{"a":{"b":[{"text":""}]}}', true, false],
    ['{"a":{"b":[{"is_error":true}]}}', false, true],
    ['{"a":{"b":[{"is_error" : true,"text":1}]}}', true, true],
    ['{"a":{"b":[{"is_error":false,"texts":1,"a":"text"}]}}', false, false],
    ['{"a":{"b":[{"t\\u0065xt":1}]}}', true, true],
  ])(
    'a glance at a line sees in %j whether a member is named text, and one is_error that is true',
    (text, hasText, hasError) => {
      const view = glance(Buffer.from(text))
      if (view === null || view === 'unsure') throw new Error('the line is sound')
      expect([view.hasKeyText(), view.hasError()]).toEqual([hasText, hasError])
    },
  )

  it('a glance at a line is made by the text it is said to be made by, as the counter of terms is', async () => {
    const carried = { jsonScanModule, countTermsModule }
    for (const module of modules)
      expect({ [module.name]: (await assembled(module)).toString('base64') }).toEqual({
        [module.name]: carried[module.name as keyof typeof carried],
      })
  })
})
