import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { rangesOf } from '../../src/diary/why/agent-trace.ts'
import { withNote } from '../../src/diary/why/notes.ts'
import { runPreloaded } from '../support/binary.ts'
import { agentHome } from './home.ts'
import { LabelledHistory } from './labelled-history.ts'
import { openProgram } from './prepared.ts'

/** What Agent Trace 0.1 demands of a record. */
const contributor = z.strictObject({
  type: z.enum(['human', 'ai', 'mixed', 'unknown']),
  model_id: z.string().max(250).optional(),
})
const address = z.url()
const range = z
  .strictObject({
    start_line: z.int().min(1),
    end_line: z.int().min(1),
    content_hash: z.string().optional(),
    contributor: contributor.optional(),
  })
  .refine(({ start_line, end_line }) => start_line <= end_line)
const traceRecord = z.strictObject({
  version: z.string().regex(/^[0-9]+\.[0-9]+\.[0-9]+$/),
  id: z.uuid(),
  timestamp: z.iso.datetime(),
  vcs: z.strictObject({ type: z.enum(['git', 'jj', 'hg', 'svn']), revision: z.string().regex(/^[0-9a-f]{40}$/) }),
  tool: z.strictObject({ name: z.string(), version: z.string() }),
  files: z.array(
    z.strictObject({
      path: z.string().refine(path => !path.startsWith('/')),
      conversations: z.array(
        z.strictObject({
          url: address.optional(),
          contributor: contributor.optional(),
          ranges: z.array(range),
          related: z.array(z.strictObject({ type: z.string(), url: address })).optional(),
        }),
      ),
    }),
  ),
  metadata: z.record(z.string(), z.unknown()),
})

const id = '11111111-1111-4111-8111-111111111111'

/** A repository with a commit of an agent that a person added to, and one of a person alone. */
function repository() {
  const machine = agentHome()
  const history = new LabelledHistory(machine)
  const session = history.agent(id)
  session.asks('Round half to even.')
  const code = `export function round() {\n${history.code(4)}\n}\n`
  session.writes('src/round.ts', code)
  history.write('src/round.ts', `${code}${history.code(2)}`)
  const agents = history.commit('Round', [], 'an agent and a person')
  history.write('src/person.ts', history.code(3))
  const persons = history.commit('By hand', [], 'a person')
  history.finish()
  return { machine, history, agents, persons }
}

it('exporting why writes notes only when asked, only into its own ref, once, and beside what others wrote there', async () => {
  const { machine, history, agents, persons } = repository()
  const program = await openProgram(machine)
  const state = () =>
    [['for-each-ref'], ['status', '--porcelain'], ['rev-parse', 'HEAD'], ['ls-files', '--stage'], ['config', '--list']]
      .map(args => history.git(...args))
      .join('\n')
  const before = state()
  const call = (more: object = {}) =>
    program.call('diary_export_why', {
      ...{ of: 'HEAD~2..HEAD', repository: history.folder, format: 'git-notes', ...more },
    })
  const states = ({ commits }: { commits: { hash: string; state: string }[] }) =>
    commits.map(({ hash, state: each }) => [hash, each])

  const dry = await call({ dry_run: true })
  expect(states(dry)).toEqual([
    [agents, 'written'],
    [persons, 'none'],
  ])
  expect(state()).toBe(before)

  expect(states(await call())).toEqual(states(dry))
  const note = history.git('notes', '--ref=daybook', 'show', agents)
  expect(`${note}\n`).toBe(dry.commits[0].note)
  expect(note).toContain('Daybook-Why: certain. Of 7 lines that say who wrote them, turn 1 of session 11111111 wrote 5')
  expect(note).toContain(`Daybook-Turn: claude-code ${id} turn 1, transcript lines 1-3, wrote 5 of its lines`)
  expect(note).not.toContain('Round half to even')
  const after = state()
  expect(
    after
      .split('\n')
      .filter(line => !line.endsWith('refs/notes/daybook'))
      .join('\n'),
  ).toBe(before)

  expect(states(await call())).toEqual([
    [agents, 'unchanged'],
    [persons, 'none'],
  ])
  expect(state()).toBe(after)

  history.git('notes', '--ref=daybook', 'add', '-f', '-m', 'Reviewed by Ada.', agents)
  expect(states(await call({ of: agents }))).toEqual([[agents, 'written']])
  expect(history.git('notes', '--ref=daybook', 'show', agents)).toBe(`Reviewed by Ada.\n\n${note}`)
  expect(await call({ of: 'nowhere' })).toMatchObject({ status: 'invalid' })
  expect(await call({ of: '--all' })).toMatchObject({ status: 'invalid' })
})

it('the place of notes is named only where one was written', async () => {
  const { machine, history, agents, persons } = repository()
  const why = (of: string) =>
    runPreloaded(['why', of, '--repository', history.folder, '--export', 'git-notes', '--quiet'], {
      ...{ home: machine.home, env: machine.env },
    })
  expect(await why(persons)).toMatchObject({
    ...{ code: 0, stdout: `${persons.slice(0, 10)} uncertain: no note\n`, stderr: 'Nothing was written.\n' },
  })
  expect(await why(agents)).toMatchObject({
    ...{ code: 0, stderr: 'The notes are in refs/notes/daybook: git log --notes=daybook\n' },
  })
  expect(await why('src/person.ts')).toMatchObject({ code: 3, stderr: expect.stringContaining('no such commits') })
  const line = `${history.folder}/src/round.ts:2`
  expect(await runPreloaded(['why', line, '--quiet'], { home: machine.home, env: machine.env })).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining(`${agents.slice(0, 10)}; turn 1 of session ${id}`) },
  })
})

it('a note is put beside any other text, and putting it there again changes nothing', () => {
  const own = 'Daybook-Why: likely. So.\nDaybook-Turn: codex 1 turn 2\n'
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '\n', ' ', 'Daybook-', '#', 'ü') }), existing => {
      const once = withNote(existing, own)
      expect(withNote(once, own)).toBe(once)
      expect(once.endsWith(own)).toBe(true)
      const others = (text: string) =>
        text.split('\n').filter(line => !line.startsWith('Daybook-') && line.trim() !== '')
      expect(others(once)).toEqual(others(existing))
      expect(withNote(withNote(existing, own), '')).toBe(withNote(existing, ''))
    }),
  )
})

it('exporting why answers records of Agent Trace whose ranges are lines of the commit, and nothing of a person’s own', async () => {
  const { machine, history, agents } = repository()
  const program = await openProgram(machine)
  const { records, commits } = await program.call('diary_export_why', {
    ...{ of: 'HEAD~2..HEAD', repository: history.folder, format: 'agent-trace' },
  })
  expect(commits).toMatchObject([{ confidence: 'certain', state: null }, { confidence: 'uncertain' }])
  const [record] = z.array(traceRecord).length(1).parse(records)
  expect(record?.vcs.revision).toBe(agents)
  expect(record?.files.map(({ path }) => path)).toEqual(['src/round.ts'])
  const shown = record?.files[0]?.conversations.map(({ url, contributor: by, ranges }) => [
    url,
    by?.type,
    ranges.map(({ start_line, end_line }) => `${start_line}-${end_line}`).join(),
  ])
  expect(shown).toEqual([
    [`daybook:session/claude-code/${id}#turn=1`, 'ai', '1-5'],
    [undefined, 'unknown', '8-9'],
  ])
  const text = history.git('show', `${agents}:src/round.ts`).split('\n')
  for (const { start_line, end_line, content_hash } of record?.files[0]?.conversations[0]?.ranges ?? []) {
    const lines = text.slice(start_line - 1, end_line).join('\n')
    expect(content_hash).toBe(`sha256:${createHash('sha256').update(lines).digest('hex')}`)
  }
})

it('exporting why makes ranges that hold every known line once, in order, and no line of another turn', () => {
  const line = fc.record({ gap: fc.integer({ min: 1, max: 3 }), turn: fc.constantFrom(1, 2, null, undefined) })
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), lines => {
      let number = 0
      const added = lines.map(({ gap, turn }) => {
        number += gap
        return { number, text: 'x', turn }
      })
      const turns = new Map(added.flatMap(({ number: at, turn }) => (turn === undefined ? [] : [[at, turn] as const])))
      const ranges = rangesOf(added, turns)
      for (const [at, turn] of turns) {
        expect(ranges.filter(({ start, end }) => start <= at && at <= end).map(each => each.turn)).toEqual([turn])
      }
      const places = new Set(added.map(each => each.number))
      for (const { start, end } of ranges) for (let at = start; at <= end; at++) expect(places.has(at)).toBe(true)
    }),
  )
})
