import { describe, expect, it } from 'vitest'
import { closingOf } from '../../src/diary/extract/closing.ts'
import { commitLines } from '../../src/diary/extract/commits.ts'
import { turnOf } from '../../src/diary/synthesize/node.ts'
import { titleIn } from '../../src/diary/synthesize/title-length.ts'
import { titleOf } from '../../src/diary/synthesize/titles.ts'
import { type TurnParts, turnWith } from './synthesis-parts.ts'

const titleFor = (...turns: Omit<TurnParts, 'turn'>[]) =>
  titleOf(
    turns.map((parts, at) => {
      const { ref, chain, facts } = turnWith({ ...parts, turn: `T000${at + 1}` })
      return turnOf(ref, chain, facts)
    }),
  )

const changed = (added: number, path = 'src/money.ts') => [{ path, op: 'edit' as const, added, removed: 0 }]
const closing = (text: string) => ({ text, question: null, line: 3 })
const commit = (hash: string, subject: string, lines?: number) => ({
  hash,
  subject,
  lines: '2-3',
  ...(lines !== undefined && { changed: lines }),
})

it('a title names a secret whole or not at all', () => {
  const token = ['ghp', 'aB3dE5gH7jK9mN1pQ3sT5vX7zA9cD1fG3hJ5'].join('_')
  for (let length = 20; length < 90; length++) {
    const title = titleIn(`Call ${'registry/'.repeat(10).slice(0, length)}=${token} and close the ledger of the year`)
    expect(title).not.toContain('aB3d')
    expect(title.replaceAll('[redacted:github_token]', '')).not.toContain('[')
    expect([...title].length).toBeLessThanOrEqual(80)
  }
})

describe('work of several parts', () => {
  const carriesOut = (plan: string, added: number, session: string) => ({
    session,
    text: `Implement the following plan:\n\n# Plan: ${plan}\n\n## Context\nThe ledger …`,
    facts: { files: changed(added) },
  })

  it('is named after the largest plan first, and after the others as far as they fit', () => {
    const small = carriesOut('Round the totals', 40, 'S0001')
    const large = carriesOut('Export the ledger as a spreadsheet', 400, 'S0002')
    expect(titleFor(small, large)).toBe('Export the ledger as a spreadsheet; Round the totals')
    expect(titleFor(small, large, carriesOut('Sign every invoice with the key of its office', 90, 'S0003'))).toBe(
      'Export the ledger as a spreadsheet; Round the totals; and 1 more',
    )
  })

  it('is not counted where the main name would lose half of a phrase for it', () => {
    const name = 'Export ledgers + invoices + reminders + drafts + offices + yearly archives'
    expect(titleFor(carriesOut(name, 90, 'S0001'), carriesOut('Round all totals', 40, 'S0002'))).toBe(name)
  })

  it('is named after the plan that a message hands over in other words', () => {
    const text =
      'PLEASE IMPLEMENT THIS PLAN:\n# Round the totals of the ledger\n\n## Summary\nConsider the whole ledger.'
    expect(titleFor({ text, facts: { files: changed(90) } })).toBe('Round the totals of the ledger')
  })

  it('names the largest commit and counts those beside it, but not the steps on a branch', () => {
    const facts = (hash: string, subject: string, added: number) => ({
      text: 'go on',
      facts: { files: changed(added), commits: [commit(hash, subject)] },
    })
    const turns = [
      facts('a1b2c3d', 'Export the ledger as a spreadsheet with one sheet for every month', 300),
      facts('b2c3d4e', 'Show the overdue invoices of every customer on the first page', 200),
    ]
    expect(titleFor(...turns)).toBe('Export the ledger as a spreadsheet with one sheet for every month; and 1 more')
    const onBranch = turns.map(turn => ({ ...turn, facts: { ...turn.facts, branch: 'ada/spreadsheets' } }))
    expect(titleFor(...onBranch)).toBe('Export the ledger as a spreadsheet with one sheet for every month')
  })

  it('counts parts whose names have no telling word, each once', () => {
    const release = (subject: string, hash: string) => ({
      text: 'go on',
      facts: { files: changed(90), commits: [commit(hash, subject)] },
    })
    expect(titleFor(release('v2.0', 'a1b2c3d'), release('v3.0', 'b2c3d4e'), release('V2.0', 'c3d4e5f'))).toBe(
      'v2.0; v3.0',
    )
  })

  it('is not named after a commit that holds little of it', () => {
    const text = 'Write a reference of all exports of the ledger'
    const facts = { files: changed(800), commits: [commit('a1b2c3d', 'Add a marker for the linter', 1)] }
    expect(titleFor({ text, facts })).toBe('Write a reference of all exports of the ledger')
    const known = { files: changed(800), commits: [commit('a1b2c3d', 'Add a reference of exports', 810)] }
    expect(titleFor({ text, facts: known })).toBe('Add a reference of exports')
  })

  it('git tells how many lines each commit changed', () => {
    const printed =
      '[main a1b2c3d] Round the totals\n Date: Tue May 12\n 2 files changed, 30 insertions(+), 4 deletions(-)\n[main b2c3d4e] Sort them\n 1 file changed, 1 deletion(-)\n[main c3d4e5f] Quiet\n'
    expect(commitLines(printed).map(each => each.changed)).toEqual([34, 1, null])
  })

  it('the type of a change is left out of the name of an issue', () => {
    const issue = { text: '#12: feat(export): write the ledger as a spreadsheet', lines: '2-2' }
    expect(titleFor({ text: 'see #12', facts: { issue, files: changed(9) } })).toBe(
      '#12: Export: write the ledger as a spreadsheet',
    )
  })
})

it('of many steps on a branch the branch says what they are for', () => {
  const step = (hash: string, subject: string, added: number) => ({
    text: 'go on',
    facts: { branch: 'ada/spreadsheets', files: changed(added), commits: [commit(hash, subject)] },
  })
  expect(
    titleFor(
      step('a1b2c3d', 'Write one row for every month', 90),
      step('b2c3d4e', 'Colour the rows', 80),
      step('c3d4e5f', 'Sign the sheet', 70),
    ),
  ).toBe('Spreadsheets: Write one row for every month')
})

describe('a command', () => {
  it('names the work that is done in answers of a letter', () => {
    expect(
      titleFor(
        { text: '/ledger-create-architecture', facts: { closing: closing('Which database do you prefer?') } },
        { text: 'c', facts: { files: changed(80, 'docs/architecture.md') } },
        { text: 'frontend web', facts: { closing: closing('Noted.') } },
        { text: 'y', facts: { files: changed(160, 'docs/architecture.md'), closing: closing('No contradictions.') } },
      ),
    ).toBe('Ledger create architecture')
  })

  it('is completed by what its agent says has ended', () => {
    const facts = { files: changed(90), closing: closing('Story 2.1 is complete and marked for review.') }
    expect(titleFor({ text: '/ledger:dev-story', facts })).toBe(
      'Dev story: Story 2.1 is complete and marked for review',
    )
  })

  it('that only asks how things stand names nothing', () => {
    expect(
      titleFor({ text: '/ledger-help' }, { text: 'Round the totals half to even', facts: { files: changed(9) } }),
    ).toBe('Round the totals half to even')
  })
})

describe('a long title', () => {
  it('ends with a whole phrase', () => {
    expect(
      titleFor({
        text: 'Move the totals of the yearly export to the first page of the report defined in the settings',
      }),
    ).toBe('Move the totals of the yearly export to the first page of the report')
    expect(
      titleFor({ text: 'Round the totals of the yearly ledger..then we can look at the colours of the page' }),
    ).toBe('Round the totals of the yearly ledger')
  })

  it('does not leave half of a clause or of a bracket', () => {
    expect(
      titleFor({
        text: 'Allow the export of the ledger to take an object { onEnd, sheetName } which is what the other tools do',
      }),
    ).toBe('Allow the export of the ledger to take an object { onEnd, sheetName }')
  })

  it('says what is wrong rather than when', () => {
    expect(
      titleFor({
        text: 'When the token of the office has expired and somebody opens the ledger, the first page stays blank',
        facts: { files: changed(9) },
      }),
    ).toBe('The first page stays blank')
  })
})

describe('what is no title', () => {
  const facts = { files: changed(9), closing: closing('Rounded the yearly totals half to even.') }

  it.each([
    'dont worry about the colours of the page',
    'nooo we dont want the totals on the first page',
    'Pilot, you collected the totals of every office',
    'automatic or manual',
    'Be concise and name at most two causes',
    'Allow A or C',
    'Ignore totals outside this scope',
    '@docs/ledger.md as a delta to implement',
    'git ledger stats',
  ])('%s', text => {
    expect(titleFor({ text, facts })).toBe('Rounded the yearly totals half to even')
  })

  it('a sentence of an agent that neither tells a deed nor what is so now', () => {
    const said = { closing: closing('Or linked by the number of the office if the export supports it.') }
    expect(titleFor({ text: 'push the ledger with its log', facts: said })).toBe('Push the ledger with its log')
  })

  it('a branch that says nothing', () => {
    expect(
      titleFor({
        text: 'make the file say "this is a trial"',
        facts: { branch: 'test', files: changed(1, 'README.md') },
      }),
    ).toBe('Make the file say "this is a trial"')
  })

  it('a sentence of a long message that nothing agrees with, where the agent tells what it did', () => {
    const text = `no. i choose the story i want. ${'It is about a ship that lost its records in a storm. '.repeat(4)}\nClick the marker on the planet to begin`
    expect(titleFor({ text, facts: { ...facts, closing: closing('Split the ending into two beats.') } })).toBe(
      'Split the ending into two beats',
    )
  })
})

it('a request keeps its words, without an adverb or a label before it', () => {
  const facts = { files: changed(90) }
  expect(titleFor({ text: 'thoroughly and carefully rewrite the totals of the ledger', facts })).toBe(
    'Rewrite the totals of the ledger',
  )
  expect(titleFor({ text: 'Scope: round the totals of the ledger', facts })).toBe('Round the totals of the ledger')
  expect(titleFor({ text: 'Apply new rules to the totals', facts })).toBe('Apply new rules to the totals')
})

it('yes to a question of the person, how hard something would be, names what it is', () => {
  const asked = { text: 'how hard would it be to add the logo of the office to every invoice?' }
  expect(titleFor(asked, { text: 'yes', type: 'user_approval', facts: { files: changed(90) } })).toBe(
    'Add the logo of the office to every invoice',
  )
})

it('of several requests in a message the one that was delivered names the work', () => {
  const text = 'Keep the old menu for a while. Also show the overdue invoices of a customer on the first page.'
  const facts = {
    files: changed(90),
    closing: closing('The overdue invoices of a customer now show on the first page.'),
  }
  expect(titleFor({ text, facts })).toBe('Show the overdue invoices of a customer on the first page')
})

it('a remark in a frame is not what an agent reports', () => {
  const message =
    '★ Insight ─────────────\nWhy rounding matters: half to even keeps sums fair.\n───────────────────────\n\nThe totals are now rounded half to even.'
  expect(closingOf(message)).toBe('The totals are now rounded half to even.')
})

it('of several lines that begin with a name in bold none is the report', () => {
  const message =
    '**Telegram bot** — signs people up by their number.\n**Mail server** — sends what is due.\n\nThe audit of the ledger is written.'
  expect(closingOf(message)).toBe('The audit of the ledger is written.')
  expect(closingOf('<proposed_plan>\nThe totals are rounded half to even first.\n</proposed_plan>')).toBe(
    'The totals are rounded half to even first.',
  )
})
