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
  expect(standupText([report], 'slack')).toBe(`*Tuesday, 12 May 2026 · shop &lt;1&gt;*

*Done*
• Large — changed 2 files
• Small — changed 2 files

*Open*
• Fees — waiting for an answer: “Half up?”
`)
})

it('a standup is written for the place it is pasted in', () => {
  const report = day('2026-05-12', [item('Read *all* of <it>')])
  expect(standupText([report], 'markdown')).toContain('- Read \\*all\\* of &lt;it&gt; — changed 2 files')
  expect(standupText([report], 'email')).toContain('- Read *all* of <it> — changed 2 files')
})

it('a standup names the projects where there are several, and says in few words what was checked and what is left', () => {
  const checked = (text: string) => ({ part: 'checked' as const, text, citations: [] })
  const done = {
    part: 'done' as const,
    text: 'Changed 2 files (at least +1,003 −1) and committed “Fees” (abc1234)',
    citations: [],
  }
  const left = item('Keys', { covered_turns: [{ session_ref: 'S0001', turn_ref: 'T0001' }] })
  const report = {
    ...day(
      '2026-05-12',
      [
        item('Fees', {
          weight: 3,
          parts: [
            done,
            checked('Tests passed after the last edit, lint passed before the last edit; 6 files changed afterwards'),
          ],
        }),
        left,
      ],
      [{ text: 'Left to do, the agent says: “Ask for a key”', citations: [cited], kind: 'ended' }],
    ),
  }
  const [shop] = report.projects
  const other = {
    project_key: 'site',
    project_label: 'site',
    work_items: [item('Stuck', { disposition: 'interrupted' })],
  }
  expect(standupText([{ ...report, projects: [...(shop ? [shop] : []), other] }], 'slack')).toBe(`*Tuesday, 12 May 2026*

*Done*
• *shop &lt;1&gt;*: Fees — changed 2 files and committed “Fees” (abc1234); tests passed, lint passed before the last edit

*Open*
• *shop &lt;1&gt;*: Keys — changed 2 files; left to do: “Ask for a key”
• *site*: Stuck — interrupted; changed 2 files
`)
})

it('a standup says what broke off or failed in few words, and once', () => {
  const told = (text: string, checked: string) => {
    const failing = item('Fees', {
      covered_turns: [{ session_ref: 'S0001', turn_ref: 'T0001' }],
      parts: [{ part: 'checked', text: checked, citations: [] }],
    })
    return standupText([day('2026-05-12', [failing], [{ text, citations: [cited], kind: 'ended' }])], 'email')
  }
  expect(told('The user interrupted the agent.', 'Lint passed')).toContain('- Fees — lint passed; interrupted\n')
  const failed = 'The session ends while Bash was still running. The last test run failed: 3 failures.'
  expect(told(failed, 'Tests failed when last run')).toContain(
    '- Fees — broke off while Bash was running. The last test run failed: 3 failures\n',
  )
})

it('a standup of several days says which, and one of no work that nothing was finished', () => {
  const days = [day('2026-05-11', [item('First')]), day('2026-05-12', [item('Second')])]
  expect(standupText(days, 'email')).toBe(`Monday, 11 May 2026 to Tuesday, 12 May 2026 · shop <1>

Done
- 11 May: First — changed 2 files
- 12 May: Second — changed 2 files
`)
  expect(standupText([day('2026-05-12', [])], 'email')).toBe('Tuesday, 12 May 2026\n\nNothing finished.\n')
})

it('a question below its heading is not introduced again', () => {
  expect(
    ['Waiting for your answer: “Half up?”', 'Waiting for your answer.', 'The last test run failed.'].map(questionText),
  ).toEqual(['“Half up?”', '', 'The last test run failed.'])
})
