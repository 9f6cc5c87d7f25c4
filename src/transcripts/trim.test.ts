import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trimInput, trimPayload } from './compact.ts'

const marker = '\n...[trimmed]...\n'

describe('a tool result payload', () => {
  it.each([
    ['a × 1024', 'a'.repeat(1024), 1024, false, 1024, 1024],
    ['a × 1025', 'a'.repeat(1025), 1025, true, 497, 497],
    ['a × 319 + é + x × 1224', `${'a'.repeat(319)}é${'x'.repeat(1224)}`, 1545, true, 496, 496],
    ['a × 318 + é + x × 1225', `${'a'.repeat(318)}é${'x'.repeat(1225)}`, 1545, true, 497, 496],
    ['😀 × 256', '😀'.repeat(256), 1024, false, 1024, 256],
    ['😀 × 260', '😀'.repeat(260), 1040, true, 497, 137],
    ['a × 1000 + é × 100', 'a'.repeat(1000) + 'é'.repeat(100), 1200, true, 497, 417],
    ['xx + € × 400', `xx${'€'.repeat(400)}`, 1202, true, 496, 178],
  ])(
    'a tool result of %s is cut by bytes into whole characters',
    (_, payload, bytes, truncated, previewBytes, characters) => {
      const trimmed = trimPayload(payload)
      expect(trimmed).toMatchObject({ bytes, truncated })
      expect(Buffer.byteLength(trimmed.text)).toBe(previewBytes)
      expect([...trimmed.text]).toHaveLength(characters)
    },
  )

  it('a tool result that is cut keeps its beginning and its end, in whole characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 300, maxLength: 800 }), payload => {
        const { text, truncated, bytes } = trimPayload(payload)
        if (!truncated) return text === payload && bytes <= 1024
        const [head = '', tail = ''] = text.split(marker)
        const fits = Buffer.byteLength(head) <= 320 && Buffer.byteLength(tail) <= 160
        return fits && payload.startsWith(head) && payload.endsWith(tail)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a tool input', () => {
  it.each([
    [320, false, 320],
    [321, true, 337],
  ])('a tool input of %s bytes is cut if that is more than 320: %s', (size, truncated, bytes) => {
    const trimmed = trimInput('a'.repeat(size))
    expect(trimmed.truncated).toBe(truncated)
    expect(Buffer.byteLength(trimmed.text)).toBe(bytes)
  })

  it('a tool input is shown as JSON with sorted keys and readable letters', () => {
    expect(trimInput({ b: [1, { z: null, y: 'ü' }], a: true }).text).toBe('{"a":true,"b":[1,{"y":"ü","z":null}]}')
    expect(trimInput(undefined).text).toBe('')
    expect(trimInput('x\ud800').text).toBe('x\ufffd')
  })

  it('a tool input may nest deeper than the call stack', () => {
    const deep: unknown = JSON.parse('['.repeat(200_000) + ']'.repeat(200_000))
    expect(trimInput(deep)).toEqual({ text: '['.repeat(320) + marker, truncated: true })
  })
})
