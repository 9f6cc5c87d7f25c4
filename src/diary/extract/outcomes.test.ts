import { describe, expect, it } from 'vitest'
import { call, done, linked, ran, result, type Step, said, turnOf } from '../../../test/diary/turn-script.ts'
import { activityOf } from './activity.ts'
import { outcomesOf } from './outcomes.ts'

const outcomes = (...steps: Step[]) =>
  outcomesOf(activityOf(turnOf(...steps), '/fake/ledger'), '/fake/ledger').map(
    ({ category, summary, lines }) => `${category}: ${summary} ${lines.join(' ')}`,
  )

const edit = (file: string, more: Parameters<typeof result>[1] = {}) => done('Edit', { file_path: file }, more)
const patch = (...lines: string[]) => ({ detail: { structuredPatch: [{ lines }] } })

describe('Changed files', () => {
  it('Changed files are grouped by purpose, each file once, with the lines of its first and last edit; not those changed back', () => {
    expect(
      outcomes(
        ...edit('/fake/ledger/logo.png'),
        ...edit('/fake/ledger/CLAUDE.md', patch('+x')),
        ...edit('/fake/ledger/docs/a.md', patch('+x', '+y', '-z')),
        ...edit('/fake/ledger/src/a.ts', patch('+x')),
        ...done('Write', { file_path: '/fake/ledger/src/b.ts', content: 'a\nb\n' }, { detail: { type: 'create' } }),
        ...edit('src/a.ts', patch('-x')),
        ...edit('src/c.ts', patch('+x', '+y', '-z')),
        ...edit('src/c.ts', patch('-y', '+w')),
      ),
    ).toEqual([
      'code_outcome: Changed 2 files: src/b.ts, src/c.ts (+4 −1). 9 10 14 15 16',
      'document_outcome: Wrote 1 file: docs/a.md (+2 −1). 5 6',
      'process_outcome: Changed agent or workflow configuration in 1 file: CLAUDE.md (+1 −0). 3 4',
      'other: Changed asset file: logo.png. 1 2',
    ])
  })

  it('Changed files count only with a result in the turn that is not a failure', () => {
    expect(
      outcomes(
        call('Edit', { file_path: 'a.ts' }, 'a'),
        ...edit('b.ts', { error: true }),
        ...edit('c.ts', { denied: true }),
        ...edit('d.ts', { interrupted: true }),
        result('earlier'),
      ),
    ).toEqual([])
  })
})

describe('Edits that the turn undid', () => {
  const create = (file: string) => done('Write', { file_path: file, content: 'a\nb\n' }, { detail: { type: 'create' } })
  const changed = (...steps: Step[]) =>
    activityOf(turnOf(...steps), '/fake/ledger').edits.map(({ path, lines }) => `${path} ${lines[0]}`)

  it('Edits that the turn undid are no change, and it is said that they were tried', () => {
    expect(
      outcomes(...edit('/fake/ledger/src/a.ts', patch('+x')), ...ran('git checkout -- src/a.ts', { exit: 0 })),
    ).toEqual(['process_outcome: Changed and put back 1 file: src/a.ts. 1 2 3'])
  })

  it.each([
    ['git checkout src/a.ts', ['src/b.ts 3', 'src/new.ts 5']],
    ['git checkout HEAD -- src', ['src/new.ts 5']],
    ['git checkout .', ['src/new.ts 5']],
    ['git restore src/a.ts src/b.ts && npm test', ['src/new.ts 5']],
    ['git reset --hard && git clean -fd', []],
    ['cd src && git restore a.ts', ['src/b.ts 3', 'src/new.ts 5']],
    ['rm src/new.ts', ['src/a.ts 1', 'src/b.ts 3']],
    ['rm -rf src/a.ts', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git restore --staged .', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git checkout main', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git checkout main -- src/a.ts', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git reset --hard HEAD~2', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git stash', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
    ['git -C /tmp/other checkout .', ['src/a.ts 1', 'src/b.ts 3', 'src/new.ts 5']],
  ])('Of the edits that a turn undid, %j leaves %j', (command, left) => {
    expect(
      changed(...edit('src/a.ts'), ...edit('src/b.ts'), ...create('src/new.ts'), ...ran(command, { exit: 0 })),
    ).toEqual(left)
  })

  it('Edits that the turn undid stay where git refused, where they were committed, and where they came later', () => {
    const committed = ran('git commit -am one', { exit: 0, text: '[main 1234567] one' })
    expect(changed(...edit('src/a.ts'), ...ran('git checkout -- .', { exit: 1, error: true }))).toEqual(['src/a.ts 1'])
    expect(changed(...edit('src/a.ts'), ...committed, ...ran('git checkout -- .', { exit: 0 }))).toEqual(['src/a.ts 1'])
    expect(changed(...ran('git checkout -- .', { exit: 0 }), ...edit('src/a.ts'))).toEqual(['src/a.ts 3'])
  })
})

describe('Decisions', () => {
  it('Decisions are the answers and the approval of the user', () => {
    const detail = {
      questions: [],
      answers: { 'Which format?': 'CSV', 'Which columns?': ['date', 'amount'], 'Why?': '' },
    }
    expect(
      outcomes(
        ...done('AskUserQuestion', { questions: [] }, { detail }),
        ...done('AskUserQuestion', {}, { text: 'User has answered your questions: "Keep it?"="Yes". You can go on.' }),
        ...done('ExitPlanMode', { plan: 'Now\n# Plan: Round half to even' }, { text: 'User has approved your plan.' }),
      ),
    ).toEqual([
      'decision_outcome: User chose “CSV” for “Which format?”. 1 2',
      'decision_outcome: User chose “date, amount” for “Which columns?”. 1 2',
      'decision_outcome: User chose “Yes” for “Keep it?”. 3 4',
      'decision_outcome: User approved the proposed plan: “Round half to even”. 5 6',
    ])
  })

  it('Decisions are not made by a plan that was declined', () => {
    expect(outcomes(...done('ExitPlanMode', { plan: 'x' }, { error: true, denied: true }))).toEqual([])
  })
})

describe('Commits and pull requests', () => {
  it('Commits and pull requests are believed when the output shows them', () => {
    expect(
      outcomes(
        ...ran('git add -A && git commit -m "$(cat <<\'EOF\'\nRound half to even\nEOF\n)"', {
          text: '[main (root-commit) 1a2b3c4d5e6f] Round half to even\n 1 file changed',
        }),
      ),
    ).toEqual(['code_outcome: Committed “Round half to even” (1a2b3c4d5e). 1 2'])
    expect(
      outcomes(
        ...ran('git commit -m a', { text: '[main 1a2b3c4] a' }),
        ...ran('git -C web commit -qm b && git push', { text: '[detached HEAD abcdef0] b\nrejected', error: true }),
      ),
    ).toEqual(['code_outcome: Committed 2 times; the last is “b” (abcdef0). 1 2 3 4'])
    expect(outcomes(...ran('git commit -m a', { text: 'nothing to commit' }))).toEqual([])
    expect(outcomes(...ran('git log', { text: '[main 1a2b3c4] a' }))).toEqual([])
  })

  it('Commits and pull requests of documents alone are documents', () => {
    expect(outcomes(...edit('a.md'), ...ran('git commit -m a', { text: '[main 1a2b3c4] a' }))[1]).toMatch(
      /^document_outcome: Committed “a”/,
    )
  })

  it('Commits and pull requests name each pull request once', () => {
    expect(
      outcomes(
        ...ran('gh pr create --fill', { text: 'https://example.org/al/ledger/pull/12\n' }),
        linked(12),
        ...ran('glab mr create', { text: 'https://example.org/al/ledger/-/merge_requests/7' }),
        ...ran('gh pr view', { text: 'https://example.org/al/ledger/pull/99' }),
        linked(-1),
      ),
    ).toEqual(['process_outcome: Opened pull request #12. 1 2', 'process_outcome: Opened pull request #7. 4 5'])
  })
})

describe('Checks', () => {
  it('Checks count by the last run of each kind', () => {
    expect(
      outcomes(
        ...ran('npm test', { text: 'Tests  1 failed | 2 passed (3)', exit: 1, error: true }),
        ...ran('npm run lint', { exit: 0 }),
        ...ran('npm run build', { text: 'error: could not compile', exit: 1, error: true }),
        ...ran('npm test', { text: 'Tests  3 passed (3)', exit: 0 }),
        ...ran('npx tsc', { text: 'a.ts: error TS1: x', exit: 2, error: true }),
      ),
    ).toEqual([
      'validation_outcome: Last lint run passed: `npm run lint`. 3 4',
      'validation_outcome: Last test run passed: `npm test` (3 passed). 7 8',
      'blocker_outcome: Last build failed: `npm run build` (1 failure). 5 6',
      'blocker_outcome: Last type check failed: `tsc` (1 failure). 9 10',
    ])
  })

  it('Checks say whether anything was edited after them', () => {
    const passing = ran('npm test', { text: 'Tests  3 passed (3)', exit: 0 })
    expect(outcomes(...edit('a.ts'), ...passing)[1]).toBe(
      'validation_outcome: Last test run passed after the last edit: `npm test` (3 passed). 1 2 3 4',
    )
    expect(outcomes(...edit('a.ts'), ...passing, ...edit('a.ts'), ...edit('b.ts'))[1]).toBe(
      'validation_outcome: The last test run was before the last edit: 2 files changed after it. It passed: `npm test` (3 passed). 3 4 5 6 7 8',
    )
    expect(outcomes(...edit('a.ts'), ...passing, ...edit('notes.md'))[2]).toBe(
      'validation_outcome: Last test run passed after the last edit of code: `npm test` (3 passed). 1 2 3 4',
    )
    expect(outcomes(...edit('a.ts'), ...passing, ...ran("sed -i 's/a/b/' a.ts", { exit: 0 }))[1]).toBe(
      'validation_outcome: Last test run passed: `npm test` (3 passed); commands after it may have changed files. 3 4',
    )
  })

  it('Checks that did not run leave the run before them the last one', () => {
    const passing = ran('npm test', { text: 'Tests  3 passed (3)', exit: 0 })
    expect(outcomes(...passing, ...ran('npm test -- a', { exit: 137, error: true }))).toEqual([
      'validation_outcome: Last test run passed: `npm test` (3 passed). 1 2',
    ])
  })

  it('Checks without a verdict are not an outcome', () => {
    expect(outcomes(...ran('npm test | tail', { exit: 0 }))).toEqual([])
  })
})

describe('Research', () => {
  const answer = 'The cache keeps the last 64 pages and drops the oldest. '.repeat(4)
  const reads = ['a', 'b', 'c'].flatMap(file => done('Read', { file_path: file }))

  it('Research is a long answer after looking things up', () => {
    expect(outcomes(...reads, said(answer))).toEqual([
      'research_outcome: Investigated and answered: “The cache keeps the last 64 pages and drops the oldest. The cache keeps the last 64 pages and drops the oldest. The cache keeps the last 64 pages and drops…” 1 2 3 4 5 6 7',
    ])
    expect(outcomes(...done('WebSearch', { query: 'x' }), said(answer))).toHaveLength(1)
  })

  it('Research is not a short answer, a plan before the lookups, or part of a change', () => {
    expect(outcomes(...reads, said('It keeps 64 pages.'))).toEqual([])
    expect(outcomes(said(answer), ...reads)).toEqual([])
    expect(outcomes(...reads.slice(2), said(answer))).toEqual([])
    expect(outcomes(...reads, ...edit('a.ts'), said(answer))).toEqual(['code_outcome: Changed 1 file: a.ts. 7 8'])
  })
})
