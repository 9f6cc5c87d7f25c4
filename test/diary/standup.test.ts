import { expect, it } from 'vitest'
import type { DailyReport, ReportItem } from '../../src/diary/report/schema.ts'
import { questionText } from '../../src/diary/report/text/item-parts.ts'
import { standupText } from '../../src/diary/report/text/standup.ts'

const cited = { project_key: 'shop', session_ref: 'S0001', turn_ref: 'T0001', lines: '1-2', span_sha256: '' }
const item = (title: string, more: Partial<ReportItem> = {}) =>
  ({
    kind: 'material_work_item',
    work_item_ref: 'W0001',
    title,
    disposition: 'completed',
    waits_for_answer: false,
    weight: 1,
    covered_turns: [],
    outcomes: [],
    sentence: null,
    last_message: null,
    parts: [{ part: 'done', text: 'Changed 2 files (+3 −1)', citations: [] }],
    ...more,
  }) as unknown as ReportItem

const day = (date: string, work_items: ReportItem[], open: DailyReport['executive_summary']['open_items'] = []) => ({
  report_date: date,
  projects: [{ project_key: 'shop', project_label: 'shop <1>', work_items }],
  executive_summary: { top_outcomes: [], open_items: open },
})

it('a standup tells what was done, the weightiest first, and what is open with the reason', () => {
  const waiting = item('Fees', {
    waits_for_answer: true,
    covered_turns: [{ session_ref: 'S0001', turn_ref: 'T0001' }],
    parts: [],
  })
  const report = day(
    '2026-05-12',
    [item('Small', { weight: 1 }), item('Large.', { weight: 9 }), waiting],
    [{ text: 'Waiting for your answer: “Half up?”', citations: [cited], kind: 'question' }],
  )
  expect(standupText([report], 'slack')).toBe(`*Tuesday, 12 May 2026*

*Done*
• *shop &lt;1&gt;*: Large (changed 2 files (+3 −1))
• *shop &lt;1&gt;*: Small (changed 2 files (+3 −1))

*Open*
• *shop &lt;1&gt;*: Fees. Waiting for your answer: “Half up?”
`)
})

it('a standup is written for the place it is pasted in', () => {
  const report = day('2026-05-12', [item('Read *all* of <it>')])
  expect(standupText([report], 'markdown')).toContain(
    '- **shop &lt;1&gt;**: Read \\*all\\* of &lt;it&gt; (changed 2 files (+3 −1))',
  )
  expect(standupText([report], 'email')).toContain('- shop <1>: Read *all* of <it> (changed 2 files (+3 −1))')
})

it('a standup of several days says which, and one of no work that nothing was finished', () => {
  const days = [day('2026-05-11', [item('First')]), day('2026-05-12', [item('Second')])]
  expect(standupText(days, 'email')).toBe(`Monday, 11 May 2026 to Tuesday, 12 May 2026

Done
- 11 May, shop <1>: First (changed 2 files (+3 −1))
- 12 May, shop <1>: Second (changed 2 files (+3 −1))
`)
  expect(standupText([day('2026-05-12', [])], 'email')).toBe('Tuesday, 12 May 2026\n\nNothing finished.\n')
})

it('a question below its heading is not introduced again', () => {
  expect(
    ['Waiting for your answer: “Half up?”', 'Waiting for your answer.', 'The last test run failed.'].map(questionText),
  ).toEqual(['“Half up?”', '', 'The last test run failed.'])
})
