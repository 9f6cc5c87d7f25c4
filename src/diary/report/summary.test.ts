import { describe, expect, it } from 'vitest'
import type { ReportItem } from './schema.ts'
import { executiveSummary, leadOf, projectNames, templateTitle } from './summary.ts'

const cited = (line: number) => ({
  project_key: 'till-0000',
  session_ref: 'S0001',
  turn_ref: 'T0001',
  lines: `${line}-${line}`,
  span_sha256: '0'.repeat(64),
})

// Only what a summary reads.
const item = (title: string, more: Partial<ReportItem> = {}) =>
  ({ title, support: { title: [cited(1)] }, terminal_states: [], outcomes: [], ...more }) as unknown as ReportItem

describe('the title of a day', () => {
  it.each([
    [['Count coins'], 'Count coins'],
    [['Count coins.', 'Print receipts.'], 'Count coins; Print receipts.'],
    [['Count coins', 'Print receipts', 'Weigh cheese'], 'Count coins; Print receipts, plus 1 more'],
    [
      ['Give the half penny of every rounded line to the buyer', 'Write the merge of both counters', 'c', 'd'],
      'Give the half penny of every rounded line to the buyer, plus 3 more',
    ],
    [[], 'Nothing finished'],
  ])('the title of a day names the weightiest work of %j and counts the rest', (titles, text) => {
    const items = titles.map(title => item(title))
    expect(templateTitle(items, 1).text).toBe(text)
  })

  it('the title of a day keeps the count where the first title is cut', () => {
    const long = item('Move every price of the stall into one table that the page and the till share from now on')
    const { text } = templateTitle([long, long, long], 1)
    expect(text).toMatch(/… plus 2 more$/)
    expect([...text].length).toBeLessThanOrEqual(80)
  })
})

describe('what is open', () => {
  it('what is open is said once for a work item, with all its reasons and citations', () => {
    const blocked = item('Write the three cases', {
      terminal_states: [
        { type: 'interrupted', summary: 'The user interrupted the agent.', citations: [cited(2)] },
        { type: 'failed', summary: 'The last test run failed.', citations: [cited(3)] },
      ] as unknown as ReportItem['terminal_states'],
      outcomes: [
        { category: 'blocker_outcome', summary: 'The last test run failed.', citations: [cited(3)] },
        { category: 'blocker_outcome', summary: 'The reader is missing.', citations: [cited(4)] },
      ] as unknown as ReportItem['outcomes'],
    })
    expect(executiveSummary([blocked, item('Done')]).open_items).toEqual([
      {
        text: 'The user interrupted the agent. The last test run failed. The reader is missing.',
        citations: [cited(2), cited(3), cited(4)],
        kind: 'ended',
      },
    ])
  })
})

it('work that came to nothing is not said to have ended with a question', () => {
  const statistics = { files: {}, checks: {}, cost_usd: {} } as never
  const talk = item('Count coins', { disposition: 'clarification' })
  const asking = item('Print receipts', { disposition: 'clarification', waits_for_answer: true })
  expect(leadOf([talk, asking], ['till'], statistics)[0]).toBe(
    '2 work items in till: 1 without a result and 1 waiting for an answer.',
  )
  const counted = { files: { touched: 0 }, checks: { pass: 1 }, cost_usd: { total: 0.02, estimated: 1 } } as never
  expect(leadOf([asking], ['till'], counted)).toEqual([
    'One work item in till, waiting for an answer: Print receipts.',
    'Check runs: 1 passed, cost ≈ $0.02.',
  ])
})

it('finished work of which something is left to do is told apart', () => {
  const statistics = { files: {}, checks: {}, cost_usd: {} } as never
  const done = item('Count coins', { disposition: 'completed' })
  const left = { ...item('Print receipts', { disposition: 'completed' }), has_open: true }
  const words = (...items: Parameters<typeof leadOf>[0][number][]) => leadOf(items, ['till'], statistics)[0]
  expect(words(done, left)).toBe('2 work items in till: 2 finished (1 with something left to do).')
  expect(words(left, left)).toBe('2 work items in till: 2 finished (with something left to do).')
  expect(words(left)).toBe('One work item in till, finished (with something left to do): Print receipts.')
})

it('folders that share a name are counted', () => {
  expect(projectNames(['cli', 'till', 'cli'])).toEqual(['cli (2 folders)', 'till'])
  expect(leadOf([], [], { turns: 2 } as never)).toEqual(['Nothing finished. 2 short exchanges.'])
})
