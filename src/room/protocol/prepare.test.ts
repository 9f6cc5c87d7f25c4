import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { prepareReply } from './prepare.ts'

describe('preparing a reply (room.md 7.1)', () => {
  it.each([
    ['<think>a</think>b', 'b'],
    ['<THINK>a\nb</Think> c', 'c'],
    ['<thinking>a</thinking>[think]b[/think][thinking]c[/thinking][Thought]d[/thought]e', 'e'],
    ['<think>a<think>b</think>c</think>d', 'd'],
    ['a<think>b</think>c', 'ac'],
    ['a</think>b', 'b'],
    ['a</think>b[/thought]c', 'c'],
    ['<think>[think]a</think>b[/think]c', 'c'],
    ['<think>a<think>b</think>c', '<think>ac'],
    ['<think>never closed', '<think>never closed'],
    ['</think>', ''],
    ['<thought>is no tag</thought>', '<thought>is no tag</thought>'],
    ['[/think]<think>a</think>', ''],
    ['a</think><think>b</think>c', 'c'],
    ['<think>a</think>b</thinking>c', 'c'],
    ['a<think>b[/think]c</think>d', 'ad'],
    ['a[/think]b<think>c[/think]d</think>e', 'be'],
    ['a<think>b[think]c</think>d[/think]e', 'ae'],
    ['a<think>b</think>c[/think]d<think>e</think>f', 'df'],
  ])('the reply %j becomes %j before it is read', (reply, prepared) => {
    expect(prepareReply(reply)).toBe(prepared)
  })

  it.each(['{"a":"<think>b</think>"}', '{<think>a</think>}', '{</think>'])(
    'preparing a reply leaves %j as it is: it begins as an object (room.md 7.1)',
    reply => {
      expect(prepareReply(` \ufeff${reply}\u2060 `)).toBe(reply)
    },
  )

  it('preparing a reply trims the white space of Unicode and five invisible characters, at the edges only (room.md 7.1)', () => {
    const edges = '\u0009\u000b\u0085\u00a0\u1680\u2028\u3000\ufeff\u200b\u200c\u200d\u2060'
    expect(prepareReply(`${edges}a${edges}b${edges}`)).toBe(`a${edges}b`)
    expect(prepareReply('\u00ada\u180e')).toBe('\u00ada\u180e')
  })

  it('preparing a reply trims again where a block was removed (room.md 7.1)', () => {
    expect(prepareReply(' <think>a</think> \u200b {"b":1} ')).toBe('{"b":1}')
  })

  it('preparing a reply gives a part of the reply without a change to what it keeps (room.md 7.1)', () => {
    const pieces = fc.constantFrom('<think>', '</think>', '[thought]', '[/thought]', 'a', '{', ' ', '\u200b', '😀')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const reply = `x${parts.join('')}`
        const prepared = prepareReply(reply)
        let at = 0
        for (const character of prepared) at = reply.indexOf(character, at) + character.length
        expect(at).toBeLessThanOrEqual(reply.length)
        expect(prepared).not.toMatch(/<think>[^<]*<\/think>/)
      }),
    )
  })

  it('preparing a reply takes a time that grows with the length, not with its square (room.md 7.1)', () => {
    const tags = `${'<think>'.repeat(200_000)}a${'</thinking>'.repeat(200_000)}b`
    expect(prepareReply(tags)).toBe('b')
  })
})
