import fc from 'fast-check'
import { expect, it } from 'vitest'
import { between, tokensIn } from './draft.ts'
import { reminderOf } from './reminder.ts'

/** A block of such sections, as far as a reminder is made of it. */
function block(texts: [name: string, text: string][]) {
  const sections = texts.map(([name, text]) => ({
    ...{ name, bytes: Buffer.byteLength(text), estimatedTokens: tokensIn(text), sha256: '', why: [] },
  }))
  return { text: texts.map(([, text]) => text).join(between), sections }
}

const frame: [string, string][] = [
  ['intro', 'We go on.'],
  ['project', '### Current Work Context\nproject: App'],
]
const prompts: [string, string][] = [['tools', 'Use them. '.repeat(400)]]
const records: [string, string] = ['open records', `### Open Records\n${list('- R001 [question] Which?', 20)}`]
const work: [string, string] = ['recent work', `### Recent Work Items\n${list('- 2026-11-18 w1: Clock', 10)}`]

function list(line: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${line} ${at}`).join('\n')
}

it('the reminder is everything that is known where it fits, whatever the prompts take', () => {
  const state: [string, string] = ['state', '### Current Project State\nHalf of the clock is moved.']
  expect(reminderOf(block([...frame, ...prompts, state, records]), 300)).toBe(
    [...frame, state, records].map(([, text]) => text).join(between),
  )
  expect(reminderOf(block([...frame, ...prompts]), 300)).toBe('')
})

it('the reminder has the beginning of a long state, and some of what is open and was done', () => {
  const state: [string, string] = ['state', `### Current Project State\n${'The clock is moved. '.repeat(800)}`]
  const text = reminderOf(block([...frame, ...prompts, state, records, work]), 2000)
  expect(text).toContain(' … (cut: context_build gives all of it)')
  expect(text).toContain('- R001 [question] Which? 19')
  expect(text).toContain('- 2026-11-18 w1: Clock 0')
  expect(tokensIn(text)).toBeGreaterThan(1900)
})

it('the reminder stays within the budget, whatever the sections hold', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 3000 })
  const some = (name: string) =>
    fc.option(
      fc.tuple(
        fc.constant(name),
        words.map(text => `### ${name}\n${text}`),
      ),
    )
  const sections = fc.tuple(some('tools'), some('state'), some('open records'), some('recent work'), some('notes'))
  fc.assert(
    fc.property(sections, fc.integer({ min: 200, max: 3000 }), (given, budget) => {
      const present = given.filter(each => each !== null)
      expect(tokensIn(reminderOf(block([...frame, ...present]), budget))).toBeLessThanOrEqual(budget)
    }),
  )
})
