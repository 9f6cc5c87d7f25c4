import { expect, it } from 'vitest'
import { turnOf } from '../../src/diary/synthesize/node.ts'
import { titleOf } from '../../src/diary/synthesize/titles.ts'
import { type TurnParts, turnWith } from './synthesis-parts.ts'

const titleFor = (...turns: Omit<TurnParts, 'turn'>[]) =>
  titleOf(
    turns.map((parts, at) => {
      const { ref, chain, facts } = turnWith({ ...parts, turn: `T000${at + 1}` })
      return turnOf(ref, chain, facts)
    }),
  )

it('a request that is too long for a title keeps the clauses that fit', () => {
  expect(
    titleFor({
      text: 'Can we add a hidden "ledger" command, and the first subcommand I want to have there is one that prints all totals of the year?',
    }),
  ).toBe('Add a hidden "ledger" command')
  expect(
    titleFor({
      text: 'Round every invoice total (e.g., those of the yearly export) half to even before it is written into the archive file',
    }),
  ).toBe('Round every invoice total half to even')
})

it('the branch names the work where nothing that was said can be understood by itself', () => {
  const facts = { branch: 'ada/round-totals-half-down' }
  expect(titleFor({ text: "let's go with option 1", facts }, { text: 'commit this', facts })).toBe(
    'Round totals half down',
  )
})

const closing = (text: string) => ({ text, question: null, line: 3 })
const changed = (added: number) => [{ path: 'src/money.ts', op: 'edit' as const, added, removed: 0 }]

it('what was done in plain words names the work before a detail of the code does', () => {
  expect(
    titleFor(
      { text: 'do that', facts: { files: changed(40), closing: closing('Modified roundTotal() to take a mode.') } },
      { text: 'and now?', facts: { files: changed(20), closing: closing('Totals are now rounded half to even.') } },
    ),
  ).toBe('Totals are now rounded half to even')
})

it('that something is complete names the work after what was asked in a lighter turn', () => {
  const complete = {
    text: 'do that',
    facts: { files: changed(40), closing: closing('The reading of drafts is now complete.') },
  }
  const asked = { text: 'Round the totals of drafts half to even', facts: { files: changed(8) } }
  expect(titleFor(complete, asked)).toBe('Round the totals of drafts half to even')
  expect(titleFor(complete)).toBe('The reading of drafts is now complete')
})

it('a branch with a telling name is better than a detail of the code', () => {
  const facts = { branch: 'ada/round-totals-half-down', files: changed(9) }
  expect(titleFor({ text: 'yes', facts: { ...facts, closing: closing('Updated src/money.ts to export it.') } })).toBe(
    'Round totals half down',
  )
})

it.each([
  ['Bitte füge einen Ladebalken zur Seitenleiste hinzu.', 'Füge einen Ladebalken zur Seitenleiste hinzu'],
  ['¿Puedes ordenar las facturas por fecha?', 'Ordenar las facturas por fecha'],
  ['你能帮我把发票按日期排序吗？', '把发票按日期排序'],
  ['ログイン画面にスピナーを追加してください。', 'ログイン画面にスピナーを追加'],
  ['사이드바에 검색창을 추가해 주세요.', '사이드바에 검색창을 추가'],
])('a request in another language gives a title: %j', (text, title) => expect(titleFor({ text })).toBe(title))

it.each([
  [
    'mach das',
    'Die Rundung der Rechnungen ist jetzt kaufmännisch.',
    'Die Rundung der Rechnungen ist jetzt kaufmännisch',
  ],
  ['好', '解析器现在会保留所有注释。', '解析器现在会保留所有注释'],
  ['はい', '検索欄に履歴を追加しました。', '検索欄に履歴を追加しました'],
])('after %j the agent’s report names the work in its own language', (text, report, title) =>
  expect(titleFor({ text, facts: { files: changed(9), closing: closing(report) } })).toBe(title),
)

it('a message of a few words is the title where nothing else is known', () => {
  expect(titleFor({ text: 'remove mountain' })).toBe('Remove mountain')
})

it.each([
  ['=== Step 17: validation ===\nSession count: 2\nSession IDs: [', 'Improve the shadow branches'],
  ['can you take a look at the PR comments?', 'Improve the shadow branches'],
  ["let's cut a branch first", 'Improve the shadow branches'],
  ['Until recently we used go run in the settings of the hooks', 'Improve the shadow branches'],
  ['delete the one you just created first', 'Improve the shadow branches'],
  [
    'I think we need to round the totals in more places: --- FAIL: TestRound (0.00s)',
    'Round the totals in more places',
  ],
  ['High Severity\n\nThe totals are rounded twice', 'The totals are rounded twice'],
])('a branch that says it all is better than what does not tell the work: %j', (text, title) => {
  expect(titleFor({ text, facts: { branch: 'ada/improve-the-shadow-branches' } }).replace(/^Improve.*: /, '')).toBe(
    title,
  )
})

it('neither an instruction to the person nor a finding of the agent names the work before the branch does', () => {
  const branch = 'ada/rounding-totals'
  for (const text of [
    'Try running the export again from the folder of the year.',
    'Linked documents are resources of the project.',
    'Detailed explanation of how the totals are rounded',
    'The export now behaves as you requested',
  ]) {
    expect(titleFor({ text: 'yes', facts: { branch, files: changed(9), closing: closing(text) } })).toBe(
      'Rounding totals',
    )
  }
})

it('a question on a branch that was made for something else names itself', () => {
  const facts = { branch: 'ada/round-totals-half-down', closing: closing('The mailer reads its own settings.') }
  const text = 'I am getting two mails for every parcel since the queue was moved to the new host, why?'
  expect(titleFor({ text, facts })).toMatch(/^I am getting two mails for every parcel/)
})

it('an answer by the way is not the name of what was changed', () => {
  expect(
    titleFor(
      { text: 'what was the name of the field again?', facts: { closing: closing('The field is “currency”.') } },
      { text: 'and is it set?', facts: { files: changed(9), closing: closing('Orders did not keep that field.') } },
    ),
  ).toBe('Orders did not keep that field')
})

it('that a test fails names only work that ended so', () => {
  const failing = { text: 'look at it', facts: { files: changed(40), closing: closing('The export test fails now.') } }
  const mended = {
    text: 'go on',
    facts: { files: changed(5), closing: closing('Totals are now rounded half to even.') },
  }
  expect(titleFor({ ...failing, terminal: 'blocked' }, mended)).toBe('Totals are now rounded half to even')
  expect(titleFor({ ...failing, terminal: 'blocked' })).toBe('The export test fails now')
})

it('a ticket that the branch and the message name is in the title once', () => {
  const facts = { branch: 'fix/OPS-412-duplicate-mails', files: changed(3) }
  expect(titleFor({ text: 'OPS-412: Make the listener idempotent', facts })).toBe(
    'OPS-412 duplicate mails: Make the listener idempotent',
  )
})

it('a commit names the work without the type that conventional commits begin with', () => {
  const named = (subject: string) =>
    titleFor({ text: 'do that', facts: { files: changed(9), commits: [{ hash: 'a1b2c3d', subject, lines: '4-5' }] } })
  expect(named('feat: add a yearly export')).toBe('Add a yearly export')
  expect(named('fix(ledger)!: round totals half down')).toBe('Ledger: round totals half down')
  expect(named('fix(ledger): round totals of the ledger')).toBe('Round totals of the ledger')
  expect(named('test(ledger): cover empty months')).toBe('Ledger tests: cover empty months')
  expect(named('test(ledger): add tests for empty months')).toBe('Ledger: add tests for empty months')
  expect(named('docs: say how totals are rounded')).toBe('Docs: say how totals are rounded')
  expect(named('revert: add a yearly export')).toBe('revert: add a yearly export')
  // The number of a phase or task of a plan says nothing, that of a ticket does.
  expect(named('feat(12): several accounts')).toBe('Several accounts')
  expect(named('fix(quick-015): close the till')).toBe('Close the till')
  expect(named('fix(OPS-15): close the till')).toBe('OPS-15: close the till')
  expect(named('docs(repo): restore the rules in AGENTS.md')).toBe('Repo: restore the rules in AGENTS.md')
})

it('a commit of the work names it before a longer one of its plan', () => {
  const commit = (subject: string, hash: string, lines: number) => ({
    ...{ text: 'go on', facts: { files: changed(lines), commits: [{ hash, subject, lines: '4-5' }] } },
  })
  const plan = commit('docs(quick-3): plan the refunds', 'a1b2c3d', 90)
  expect(titleFor(plan, commit('feat: refund a sale', 'a1b2c3e', 40))).toBe('Refund a sale')
  expect(titleFor(plan, commit('feat: refund a sale', 'a1b2c3e', 2))).toBe('Docs: plan the refunds')
})

const committed = (subject: string) => [{ hash: '1a2b3c4', subject, lines: '5-5', amends: false }]

it('an issue that was looked up names the work that begins with it', () => {
  const issue = { text: 'OPS-412: Customers get two mails per parcel', lines: '4-5' }
  const work = { text: 'go ahead', facts: { files: changed(9), commits: committed('Make the listener idempotent') } }
  expect(titleFor({ text: 'I am working on OPS-412', facts: { issue } }, work)).toBe(issue.text)
  expect(titleFor(work, { text: 'and OPS-412?', facts: { issue } })).toBe('Make the listener idempotent')
})

it('a request of a few words is completed by what is wrong', () => {
  expect(titleFor({ text: 'can you fix the local branch? I resolved the conflict in the ledger wrong' })).toBe(
    'Fix the local branch: I resolved the conflict in the ledger wrong',
  )
  expect(titleFor({ text: "The export takes minutes since Monday. I'd like to add a trace to find out why." })).toBe(
    'The export takes minutes since Monday',
  )
})

it('what somebody noticed is told without saying so', () => {
  expect(titleFor({ text: 'I noticed that invoices lose their currency' })).toBe('Invoices lose their currency')
  expect(titleFor({ text: "I'm having problems when totals are rounded twice." })).toMatch(/^Problems when totals/)
  expect(titleFor({ text: 'first problem: the export drops comments' })).toBe('The export drops comments')
})

it('what all turns are about comes before a request of a few words', () => {
  const talk = { text: 'Is the name “ledger” clear, or is a ledger something else?' }
  expect(titleFor(talk, { text: "let's rename to journal instead", facts: { files: changed(40) } })).toBe(
    'Rename to journal instead',
  )
  expect(
    titleFor(
      talk,
      { text: 'where does the ledger get its rows?' },
      { text: "let's rename to journal instead", facts: { files: changed(40) } },
    ),
  ).toBe('Ledger: Rename to journal instead')
})

it('“yes” means what was proposed before it', () => {
  const yes = {
    text: 'yes, do that',
    facts: { files: changed(40), closing: closing('Modified roundTotal() to take it.') },
  }
  expect(titleFor({ text: 'what if we keep both currencies in an invoice?' }, yes)).toBe(
    'Keep both currencies in an invoice',
  )
  expect(titleFor({ text: 'Can you print a full example of the invoice?' }, yes)).toBe(
    'Modified roundTotal() to take it',
  )
})

it('what was asked before an interruption comes before its correction', () => {
  const asked = { text: 'Send totals of the ledger to the mailer', terminal: 'interrupted' as const }
  const corrected = { text: 'Use the account number of the ledger', facts: { files: changed(40) } }
  expect(titleFor(asked, corrected)).toBe('Send totals of the ledger to the mailer')
})

it('a text that fits alone is better than half of it behind a branch about something else', () => {
  const said = 'Moved the rounding of invoice totals into the package of the export service'
  const facts = { branch: 'ada/track-parcels', files: changed(40), closing: closing(`${said}.`) }
  expect(titleFor({ text: 'yes', facts })).toBe(said)
})

it('a review that was only started by a command says so', () => {
  const facts = { branch: 'ada/round-totals-half-down', files: changed(3) }
  expect(titleFor({ text: '/team:review', facts })).toBe('Round totals half down: review')
})

it('a summary for a pull request tells the work', () => {
  const facts = { branch: 'ada/totals', files: changed(40) }
  const summary = {
    text: 'write a summary of the changes for the PR',
    facts: { closing: closing('This PR rounds invoice totals half to even.') },
  }
  expect(titleFor({ text: 'can you add some tests?', facts }, summary)).toBe('Rounds invoice totals half to even')
})

it('what was to be looked at names a talk before what was answered', () => {
  const answer = { closing: closing('RoundTotal - 100% identical') }
  expect(titleFor({ text: 'can you compare the export with the import for gaps in rounding?', facts: answer })).toBe(
    'Compare the export with the import for gaps in rounding',
  )
})

it('what the agent took back in words is not the name of the work', () => {
  const wrong = { text: 'hm', facts: { files: changed(40), closing: closing('Fixed the stale cache of invoices.') } }
  const retracted = 'The cache fix of invoices was a misdiagnosis.'
  const right = {
    text: 'ok',
    facts: { files: changed(20), closing: { ...closing('Totals are now rounded half to even.'), retracted } },
  }
  expect(titleFor(wrong, right)).toBe('Totals are now rounded half to even')
})

it('a branch of which nobody speaks is not in front of the work', () => {
  const text = 'The mails of parcels are sent twice since Monday'
  const files = [{ path: 'src/mailer.ts', op: 'edit' as const, added: 9, removed: 0 }]
  expect(titleFor({ text, facts: { files, branch: 'ada/round-totals' } })).toBe(text)
  expect(titleFor({ text, facts: { files, branch: 'ada/mailer' } })).toBe(`Mailer: ${text}`)
})

it('what something is for stays in a request', () => {
  expect(
    titleFor({ text: 'Split the module of invoices so that drafts and reminders share one base class with them' }),
  ).toBe('Split the module of invoices so that drafts and reminders share one base class')
})

it('marks before the type of a commit are left out of a title', () => {
  const commit = (subject: string) => ({ hash: '1a2b3c4', subject, lines: '5-6', amends: false })
  const facts = (subject: string) => ({ files: changed(9), commits: [commit(subject)] })
  expect(titleFor({ text: 'go on', facts: facts('🐛 fix(export): round the yearly totals half to even') })).toBe(
    'Export: round the yearly totals half to even',
  )
  expect(titleFor({ text: 'go on', facts: facts(':sparkles: feat: print the yearly totals') })).toBe(
    'Print the yearly totals',
  )
})

it.each([
  'Commit 5d0e7a1 is on ada/export-names.',
  'PR #42 now has four commits, with the last one for the export.',
  "Applied Ada's suggestion plus the cleanup of the export.",
  'All three valid, strict export mode.',
  'Four changes to the export plan, all of them small.',
  'Pushed the fix of the export as ffda090 to the branch.',
])('where work is, or how many parts it has, does not name it: %s', text => {
  const facts = { files: changed(9), closing: closing(text), branch: 'ada/names-of-yearly-exports' }
  expect(titleFor({ text: 'and the other one', facts })).toBe('Names of yearly exports')
})

it('work that only ended requests is named after that', () => {
  const deed = {
    kind: 'pull_request' as const,
    summary: 'Merged pull request #185.',
    lines: '5-6',
    number: 185,
    title: null,
  }
  const facts = { deeds: [deed], branch: 'ada/names-of-yearly-exports', files: [] }
  expect(titleFor({ text: 'merge 185', facts })).toBe('Merged pull request #185')
})

it('parts of addresses and names of standards are no tickets', () => {
  const facts = { files: changed(9), closing: closing('Rounded the yearly totals half to even.') }
  expect(titleFor({ text: 'entire://aws-ap-south-1.example.org fails', facts })).toBe(
    'Rounded the yearly totals half to even',
  )
  expect(titleFor({ text: 'UTF-8 is broken', facts })).not.toMatch(/^UTF-8:? /)
})

it('a label, an allowance and a limit are no names for work', () => {
  const review =
    'Review this change for security holes.\nChanged files (you may read any other file in the ledger):\n- src/a.ts'
  expect(titleFor({ text: review })).toBe('Review this change for security holes')
  const facts = { files: changed(9) }
  for (const text of [
    'You can skip the README of the ledger',
    'Only one proposal for the three exports',
    'source @keys.sh for a new key',
  ])
    expect(titleFor({ text, facts }, { text: 'Round the yearly totals half to even', facts })).toBe(
      'Round the yearly totals half to even',
    )
})
