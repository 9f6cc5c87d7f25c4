import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countCommits } from '../support/commits.ts'
import { generated } from './generating.ts'
import { age, agentHome, settledFile } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'

const ids = (n: number) => `${String(n).repeat(8)}-1111-4111-8111-111111111111`

it('names the turns that wrote commits, whatever became of the commits since, and nobody where nobody is known', async () => {
  const machine = agentHome()
  const history = inventHistory(new LabelledHistory(machine))
  const program = await openProgram(machine)

  const score = { answered: 0, right: 0, known: 0, silent: 0 }
  const wrong: string[] = []
  for (const { hash, turns, what } of history.labels) {
    const { commits } = await program.call('diary_why', { of: hash, repository: history.folder })
    const [{ confidence, turns: found }] = commits
    const told = confidence === 'uncertain' ? [] : found.map(nameOf).sort()
    if (turns.length > 0) score.known++
    else if (told.length === 0) score.silent++
    if (told.length > 0) score.answered++
    if (told.length > 0 && same(told, turns)) score.right++
    else if (told.length > 0 || turns.length > 0) wrong.push(`${what}: ${told} instead of ${turns}`)
  }
  expect(wrong).toEqual([])
  expect(score.right / score.answered).toBeGreaterThanOrEqual(0.95)
  expect(score.right / score.known).toBeGreaterThanOrEqual(0.75)
  expect(score).toEqual({ answered: 63, right: 63, known: 63, silent: 16 })
})

function nameOf({ session_id, turn }: { session_id: string; turn: number }): string {
  return `${session_id}/${turn}`
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.join() === [...other].sort().join()
}

/** As a formatter with other wishes writes it: other quotes, long lines wrapped, semicolons. */
function formatted(text: string): string {
  return text.replaceAll('"', "'").replaceAll('roundHalf(', 'roundHalf(\n    ').replace(/\)$/gm, ',\n  );')
}

/** Everything that happens to commits, each in several shapes. */
function inventHistory(history: LabelledHistory): LabelledHistory {
  const one = history.agent(ids(1))
  const two = history.agent(ids(2))
  const other = new LabelledHistory(history.machine, 'scratch', 5000)
  const stranger = other.agent(ids(3))
  stranger.asks('The same names elsewhere.')
  for (const round of [1, 2, 3]) {
    for (const name of ['module', 'copied']) stranger.writes(`src/${name}${round}.ts`, other.code(12))
  }
  other.finish()

  for (const round of [1, 2, 3]) {
    one.asks(`Add module ${round}.`)
    const added = one.writes(`src/module${round}.ts`, `export {}\n${history.code(12)}`)
    history.commit(`Add module ${round}`, [added], 'a file that an agent wrote')

    one.asks('Round the other way.')
    const edited = one.edits(`src/module${round}.ts`, 'export {}\n', `export {}\n${history.code(4)}`)
    const text = history.read(`src/module${round}.ts`)
    history.write(`src/module${round}.ts`, text.replace('rate', 'ratio'))
    history.commit('Round', [edited], 'an edit that a person changed a little')

    history.write(`src/person${round}.ts`, history.code(9))
    history.commit('By hand', [], 'what a person wrote')

    one.asks('One more.')
    const wrapped = one.writes(`src/format${round}.ts`, history.code(8))
    history.write(`src/format${round}.ts`, formatted(history.read(`src/format${round}.ts`)))
    history.commit('Formatted', [wrapped], 'what a formatter ran over')

    one.asks('First half.')
    const first = one.writes(`src/first${round}.ts`, history.code(6))
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'wip')
    two.asks('Second half.')
    const second = two.edits(
      `src/first${round}.ts`,
      history.read(`src/first${round}.ts`).split('\n')[5] ?? '',
      history.code(6),
    )
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'wip 2')
    history.git('reset', '-q', '--soft', 'HEAD~2')
    history.commit('Both halves', [first, second], 'two commits of two sessions, squashed')

    history.git('checkout', '-q', '-b', `topic${round}`)
    two.asks('On a branch.')
    two.writes(`src/topic${round}.ts`, history.code(7))
    const made = two.commits(`Topic ${round}`)
    history.git('checkout', '-q', 'main')
    history.write(`src/meanwhile${round}.ts`, history.code(5))
    history.commit('Meanwhile', [], 'what a person wrote meanwhile')
    history.tick(3600)
    history.git('rebase', '-q', 'main', `topic${round}`)
    history.label([made], 'a commit of the agent, rebased')
    history.git('checkout', '-q', 'main')
    history.git('merge', '-q', '--ff-only', `topic${round}`)

    one.asks('Write it where it does not stay.')
    const moved = one.writes(`src/before${round}.ts`, history.code(8))
    history.move(`src/before${round}.ts`, `lib/after${round}.ts`)
    history.commit('Moved', [moved], 'a file that was moved before it was committed')

    history.write(`src/braces${round}.ts`, '}\n{\n)\n')
    history.commit('Braces', [], 'lines that everybody writes')

    one.asks('Delegate this.')
    const delegated = one.delegates(`src/delegated${round}.ts`, history.code(6))
    history.commit('Delegated', [delegated], 'what a sub-agent wrote')

    two.asks('Append with the shell.')
    const appended = two.appendsByShell(`src/module${round}.ts`, history.code(5))
    history.commit('Appended', [appended], 'what an agent wrote through the shell')

    one.asks('A first version.')
    const early = one.writes(`src/amended${round}.ts`, history.code(5))
    history.git('add', '--all')
    history.git('commit', '-q', '-m', 'Amended')
    one.asks('And the rest.')
    const late = one.edits(`src/amended${round}.ts`, '', history.code(5))
    history.commit('Amended', [early, late], 'a commit that was amended', '--amend', `--date=${history.time(-60)}`)

    const shared = history.code(6)
    one.asks('Try it.')
    one.writes(`src/shared${round}.ts`, shared)
    history.remove(`src/shared${round}.ts`)
    two.asks('Write it again.')
    const again = two.writes(`src/shared${round}.ts`, shared)
    history.commit('Shared', [again], 'what two sessions wrote, one after the other')

    one.asks('Take it out.')
    const [gone = ''] = history
      .read(`src/module${round}.ts`)
      .split(/(?<=\n)(?= {2}const total\d+1 )/)
      .slice(1)
    const taken = one.edits(`src/module${round}.ts`, gone, '')
    history.commit('Less', [taken], 'lines that an agent took out')

    const codex = `0196c0de-0000-7000-8000-00000000000${round}`
    history.codexAdds(codex, `src/codex${round}.ts`, history.code(5))
    history.commit('Codex', [`${codex}/1`], 'a patch of another agent')

    one.asks('Rename it everywhere.')
    const replaced = one.writes(`src/replaced${round}.ts`, history.code(6))
    history.commit('To be replaced', [replaced], 'a file that an agent wrote')
    one.asks('With sed, please.')
    history.write(`src/replaced${round}.ts`, history.read(`src/replaced${round}.ts`).replaceAll('rate', 'share'))
    const byName = one.runs(`sed -i '' 's/rate/share/g' src/replaced${round}.ts`, '')
    history.commit('Replaced', [byName], 'what an agent replaced with sed')

    two.asks('Write it with a script.')
    const program = history.code(5)
    history.write(`src/script${round}.ts`, program)
    const scripted = two.runs(
      `python3 - <<'END'\nfrom pathlib import Path\nPath("src/script${round}.ts").write_text('''\n${program}''')\nEND`,
      '',
    )
    history.commit('Scripted', [scripted], 'what an agent wrote with a program of its own')

    two.asks('Move it.')
    history.git('mv', `src/script${round}.ts`, `lib/script${round}.ts`)
    const renamed = two.runs(`git mv src/script${round}.ts lib/script${round}.ts`, '')
    history.commit('Only moved', [renamed], 'a file that an agent moved')

    two.asks('Remove it.')
    history.remove(`lib/script${round}.ts`)
    const removed = two.runs(`rm lib/script${round}.ts`, '')
    history.commit('Removed', [removed], 'a file that an agent removed')

    one.asks('A first draft.')
    const draft = one.writes(`src/draft${round}.ts`, history.code(9))
    history.commit('Draft', [draft], 'a file that an agent wrote')
    history.write(`src/draft${round}.ts`, history.read(`src/draft${round}.ts`).replaceAll('total', 'sum'))
    history.commit('My words', [draft], 'what a person changed right after an agent, in the same file')
    two.asks('Have a look, too.')
    two.edits(`src/draft${round}.ts`, 'const sum', 'const whole')
    history.write(`src/draft${round}.ts`, history.code(7))
    history.commit('All new', [], 'what a person wrote over the work of two sessions')

    history.git('checkout', '-q', '-b', `merged${round}`)
    one.asks('On a branch that is merged.')
    const branch = one.writes(`src/merged${round}.ts`, history.code(7))
    history.commit('Merged', [branch], 'a commit on a branch')
    history.git('checkout', '-q', 'main')
    history.tick(600)
    history.git('merge', '-q', '--no-ff', '-m', 'Merge', `merged${round}`)
    history.label([branch], 'a merge')

    two.asks('Copied from the other project.')
    history.write(`src/copied${round}.ts`, other.read(`src/module${round}.ts`))
    history.commit('Copied', [], 'what a session wrote in another repository')
  }
  history.finish()
  return history
}

it('reads nothing of transcripts that did not change, of one that grew its end, and one that was rewritten as a whole', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent(ids(1))
  session.asks('First.')
  session.writes('src/first.ts', history.code(6))
  const first = history.commit('First', [], 'first')
  history.finish()
  const program = await openProgram(machine)
  const database = join(program.root, 'cache/edits.sqlite')
  const why = async (of: string) => (await program.call('diary_why', { of, repository: history.folder })).commits[0]
  const index = async () => (await program.call('diary_index')).edits
  expect(await index()).toMatchObject({ transcripts_read: 1, bytes_read: session.text.length })
  expect(await why(first)).toMatchObject({ confidence: 'certain', turns: [{ turn: 1, written: 6 }] })

  const commits = countCommits(database)
  expect(await index()).toEqual({ transcripts_read: 0, bytes_read: 0, transcripts_removed: 0 })
  expect(countCommits(database)).toBe(commits)

  const before = session.text.length
  session.asks('Second.')
  session.writes('src/second.ts', history.code(6))
  const second = history.commit('Second', [], 'second')
  const path = machine.claude(session.id)
  appendFileSync(path, session.text.slice(before))
  age(path, 30)
  expect((await index()).bytes_read).toBe(session.text.length)
  expect(await why(second)).toMatchObject({ confidence: 'certain', turns: [{ turn: 2, written: 6 }] })
  const third = session.text.length
  session.asks('Third.')
  session.writes('src/third.ts', history.code(6))
  history.commit('Third', [], 'third')
  appendFileSync(path, session.text.slice(third))
  age(path, 20)
  // The last turn is read again, since it may have gone on.
  expect((await index()).bytes_read).toBe(session.text.length - before)

  const rewritten = readFileSync(path, 'utf8').replaceAll('roundHalf', 'roundDown')
  settledFile(path, rewritten, 10)
  expect((await index()).bytes_read).toBe(rewritten.length)
  // Its lines are not known any more, but the session worked on that file just before.
  expect(await why(first)).toMatchObject({ confidence: 'likely', turns: [{ written: 0, minutes_before: 1 }] })
})

it('shows the words, the work item and the records behind a commit and a line', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent(ids(1))
  session.asks('Round half to even, the token is ghp_0123456789abcdefghijklmnopqrstuvwxyzAB.')
  session.asks('go on')
  session.writes('src/round.ts', history.code(6))
  session.commits('Round half to even')
  const hash = history.label([], 'first')
  history.finish()
  const program = await openProgram(machine)
  const why = (of: string) => program.call('diary_why', { of, repository: history.folder })

  const bare = (await why('HEAD')).commits[0]
  expect(bare.turns[0]).toMatchObject({ prepared: null, records: [], made_commit: true, session_id: session.id })
  expect(bare.reason).toBe(
    'Turn 2 of session 11111111 made the commit. Of 6 lines that say who wrote them, turn 2 of session 11111111 wrote 6 (src/round.ts).',
  )
  expect(bare.turns[0].asked.map(({ text, lines }: { text: string; lines: string }) => [lines, text])).toEqual([
    ['1-1', 'Round half to even, the token is [redacted:github_token].'],
    ['2-2', 'go on'],
  ])
  expect(bare.turns[0].asked[0].sha256).toMatch(/^[0-9a-f]{64}$/)

  await generated(program)
  const { prepared } = (await why(hash)).commits[0].turns[0]
  expect(prepared).toMatchObject({
    date: '2026-05-12',
    session_ref: 'S0001',
    turn_ref: 'T0002',
    work_item_ref: 'W0001',
  })
  const ref = `diary:${prepared.date}/${prepared.project_key}/${prepared.work_item_ref}`
  const { record } = await program.call('create_record', {
    type: 'decision',
    title: 'Halves go to the even side',
    summary: 'As banks do.',
    body: `Done in ${hash.slice(0, 7)}.`,
    metadata: { evidence: [{ kind: 'work_item', ref }] },
  })
  const { commits, line } = await why('src/round.ts:3')
  expect(line).toMatchObject({ commit: hash, confidence: 'certain', session_id: session.id, turn: 2 })
  expect(commits[0].turns[0].records).toMatchObject([{ id: record.id, title: 'Halves go to the even side' }])
  expect(commits[0].records).toMatchObject([{ id: record.id }])
  history.write('src/round.ts', `\n${history.read('src/round.ts')}const byHand = true && notCommitted\n`)
  expect((await why('src/round.ts:4')).line).toMatchObject({ commit: hash, turn: 2 })
  expect((await why('src/round.ts:8')).line).toMatchObject({ commit: null, confidence: 'uncertain', turn: null })
})

it('answers the owner alone', async () => {
  const { operationNamed } = await import('../../src/operations.ts')
  expect(operationNamed('diary_why')?.access).toBe('owner')
})
