import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countCommits } from '../support/commits.ts'
import { generated } from './generating.ts'
import { age, agentHome, settledFile } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'
import { ids, scoreOf } from './why-score.ts'

it('asking why names the turns that wrote commits, whatever became of the commits since, and nobody where nobody is known', async () =>
  expect(await scoreOf([1])).toEqual({ answered: 23, right: 23, known: 23, silent: 6 }))

it('asking why explains the first commit of a repository, which has no parents, and one without a subject', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  history.git('checkout', '-q', '--orphan', 'fresh')
  const session = history.agent(ids(1))
  session.asks('Begin with the rates.')
  session.writes('src/rates.ts', history.code(6))
  const first = history.commit('Rates', [], 'first')
  session.asks('More of them.')
  session.writes('src/more.ts', history.code(6))
  const second = history.commit('', [], 'second', '--allow-empty-message')
  history.finish()
  const program = await openProgram(machine)
  const why = async (of: string) => (await program.call('diary_why', { of, repository: history.folder })).commits
  const began = {
    hash: first,
    subject: 'Rates',
    author: 'Ada',
    confidence: 'certain',
    turns: [{ turn: 1, written: 6 }],
  }
  const wentOn = { hash: second, subject: '', author: 'Ada', confidence: 'certain', turns: [{ turn: 2, written: 6 }] }
  expect(await why(first)).toMatchObject([began])
  expect((await why(first))[0].authored_at).toMatch(/^2026-/)
  expect(await why('src/rates.ts')).toMatchObject([began])
  expect(await why('src/rates.ts:3')).toMatchObject([began])
  expect(await why(second)).toMatchObject([wentOn])
  expect(await why('src')).toMatchObject([wentOn, began])
})

it('asking why reads nothing of transcripts that did not change, of one that grew its end, and one that was rewritten as a whole', async () => {
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

it('asking why shows the words, the work item and the records behind a commit and a line', async () => {
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

it('asking why answers in a bare clone beside the checkout, for a file of a worktree inside it, and for no line after the last', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent(ids(1))
  session.asks('Round half to even.')
  session.writes('src/round.ts', history.code(6))
  const hash = history.commit('Round', [], 'first')
  history.git('clone', '-q', '--bare', history.folder, join(machine.home, 'hub.git'))
  history.git('worktree', 'add', '-q', '.worktrees/tax')
  history.finish()
  const program = await openProgram(machine)
  const why = (of: string, repository = history.folder) => program.call('diary_why', { of, repository })
  const known = [{ hash, confidence: 'certain', turns: [{ session_id: session.id, written: 6 }] }]
  expect(await why(hash, join(machine.home, 'hub.git'))).toMatchObject({ commits: known })
  expect(await why('.worktrees/tax/src/round.ts')).toMatchObject({ kind: 'file', commits: known })
  expect(await why('.worktrees/tax/src/round.ts:3')).toMatchObject({
    line: { path: 'src/round.ts', commit: hash },
    commits: known,
  })
  expect(await why('src/round.ts:6')).toMatchObject({ line: { commit: hash } })
  expect(await why('src/round.ts:7')).toMatchObject({
    status: 'invalid',
    errors: [{ message: 'the file has no line 7' }],
  })
})

it('only the owner is answered why', async () => {
  const { operationNamed } = await import('../../src/operations.ts')
  expect(operationNamed('diary_why')?.access).toBe('owner')
})

it('asking why names no session by its files and the time where another one went on in the same folder after it', async () => {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const [first, other] = [history.agent(ids(1)), history.agent(ids(2))]
  first.asks('Add the rates.')
  first.writes('src/rates.ts', history.code(6))
  history.commit('Rates', [], 'agent')
  history.tick(1800)
  const byHand = () => {
    history.write('src/rates.ts', history.code(4))
    return history.commit('Other rates', [], 'person')
  }
  const before = byHand()
  history.tick(60)
  other.asks('Add a till.')
  other.writes('src/till.ts', history.code(6))
  history.commit('Till', [], 'agent')
  const after = byHand()
  history.finish()
  const program = await openProgram(machine)
  const why = async (of: string) => (await program.call('diary_why', { of, repository: history.folder })).commits[0]
  expect(await why(before)).toMatchObject({ confidence: 'likely', turns: [{ session_id: ids(1), minutes_before: 31 }] })
  expect(await why(after)).toMatchObject({ confidence: 'uncertain', turns: [] })
  expect((await why(after)).reason).toMatch(
    /^None of .* Turn 1 of session \S+ changed its files 33 minutes before, but another session went on in the same folder since\.$/,
  )
})
