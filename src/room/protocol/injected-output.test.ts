import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoints } from '../../kernel/text.ts'
import { budgetLimits, freshBudget, injectedOutput, spendStep, truncationMarker } from './budget.ts'

it('what a model sees of an output cuts 9 000 bytes to 7 903 and a marker of 97: the vector (room.md 8.4)', () => {
  const output = 'abcdefghi'.repeat(1000)
  const sha256 = createHash('sha256').update(output).digest('hex')
  const { text, form, fullBytes } = injectedOutput(output, 8000)
  expect({ form, fullBytes }).toEqual({ form: 'cut', fullBytes: 9000 })
  expect(text).toBe(`${output.slice(0, 7903)}\n[truncated: 9000 bytes, sha256=${sha256}]`)
  expect(Buffer.byteLength(text)).toBe(8000)
  expect(spendStep(freshBudget(budgetLimits({ conference: false })), text).bytes_used).toBe(8000)
})

it('what a model sees of an output leaves an output that fits as it is, also in the last bytes (room.md 8.4)', () => {
  expect(injectedOutput('x'.repeat(8000), 8000)).toEqual({ text: 'x'.repeat(8000), form: 'whole', fullBytes: 8000 })
  expect(injectedOutput('é', 2)).toEqual({ text: 'é', form: 'whole', fullBytes: 2 })
  expect(injectedOutput('', 0)).toEqual({ text: '', form: 'whole', fullBytes: 0 })
})

it('what a model sees of an output is the marker alone where fewer than 512 bytes are left (room.md 8.4)', () => {
  const output = 'x'.repeat(600)
  expect(injectedOutput(output, 511)).toEqual({ text: truncationMarker(output), form: 'marker', fullBytes: 600 })
  expect(injectedOutput(output, 512).form).toBe('cut')
  expect(injectedOutput(output, -20).form).toBe('marker')
})

it('what a model sees of an output keeps whole characters, a strict beginning, and as many bytes as fit (room.md 8.4)', () => {
  const outputs = fc.string({ unit: 'binary', minLength: 150, maxLength: 800 })
  fc.assert(
    fc.property(outputs, fc.integer({ min: 512, max: 2000 }), (output, left) => {
      const { text, form } = injectedOutput(output, left)
      const marker = form === 'whole' ? '' : `\n${truncationMarker(output)}`
      const kept = text.slice(0, text.length - marker.length)
      expect(text).toBe(`${kept}${marker}`)
      expect(output.startsWith(kept)).toBe(true)
      expect(kept.isWellFormed()).toBe(true)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(left)
      expect(form === 'whole' ? kept === output : Buffer.byteLength(text) > left - 4).toBe(true)
    }),
  )
})

it.each([
  [{ conference: false }, { steps: 6, source: 'fallback', bytesPerStep: 8000, bytesPerTurn: 16_000 }],
  [
    { conference: false, tierSteps: 3 },
    { steps: 3, source: 'tier', bytesPerStep: 8000, bytesPerTurn: 16_000 },
  ],
  [{ conference: true }, { steps: 6, source: 'fallback', bytesPerStep: 12_000, bytesPerTurn: 48_000 }],
  [
    { conference: true, tierSteps: 3 },
    { steps: 6, source: 'conference-floor', bytesPerStep: 12_000, bytesPerTurn: 48_000 },
  ],
  [
    { conference: true, tierSteps: 9 },
    { steps: 9, source: 'tier', bytesPerStep: 12_000, bytesPerTurn: 48_000 },
  ],
])('the budget of a turn %j gives %j (room.md 8.1)', (asked, limits) => {
  expect(budgetLimits(asked)).toEqual(limits)
})

it('the budget of a turn counts steps, bytes and characters of what was injected (room.md 8.1)', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), outputs => {
      const fresh = freshBudget(budgetLimits({ conference: true, tierSteps: 4 }))
      const all = outputs.join('')
      expect(outputs.reduce(spendStep, fresh)).toEqual({
        steps_used: outputs.length,
        steps_max: 6,
        bytes_used: Buffer.byteLength(all),
        bytes_max: 48_000,
        chars_used: codePoints(all),
        source: 'conference-floor',
      })
    }),
  )
})
