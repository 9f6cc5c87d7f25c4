import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { newRound } from './round.ts'
import type { Round } from './schema.ts'
import { applyRoundChange, diffRounds, RoundChange, roundStore } from './store.ts'

const begun = newRound({
  roundId: 'rnd_1',
  number: 1,
  drive: 'server',
  chiefId: 'chief',
  prompt: 'What color are her eyes?',
  turnId: 'turn_1',
  now: '2026-03-01T12:00:00.000Z',
})
const turn = (n: number, state: 'running' | 'accepted', content?: string): Round['turns'][number] => ({
  turnId: `turn_${n}`,
  agentId: `agent-${n}`,
  name: 'A',
  role: 'critic',
  state,
  ...(content !== undefined && { content }),
  attempts: 1,
  startedAt: 't',
})

function place() {
  const folder = tempHome()
  const open = () =>
    roundStore({ folder, locks: join(folder, 'locks'), number: 1, now: () => '2026-03-01T12:00:00.000Z' })
  const rounds = join(folder, 'rounds')
  return { open, rounds, whole: join(rounds, '1.json'), lines: join(rounds, '1.changes.jsonl') }
}

const to = (next: Round) => () => ({ next, result: null })

it('a change leads from any state of a round to a later one, also twice, and through a line of JSON', () => {
  const state = fc.constantFrom<Round['state']>('created', 'phase1', 'phase2', 'closing', 'canceling', 'interrupted')
  const text = fc.string({ unit: 'binary' })
  const turns = fc.array(fc.record({ running: fc.boolean(), content: fc.option(text, { nil: undefined }) }))
  const later = fc.record({ state, turns, note: fc.option(text, { nil: undefined }), putAside: fc.boolean() })
  const roundOf = ({
    state,
    turns,
    note,
    putAside,
  }: typeof later extends fc.Arbitrary<infer T> ? T : never): Round => ({
    ...begun,
    state,
    phase1: { ...begun.phase1, ...(note !== undefined && { note }) },
    ...(putAside && { putAside }),
    turns: turns.map(({ running, content }, n) => turn(n, running ? 'running' : 'accepted', content)),
  })
  fc.assert(
    fc.property(later, later, (a, b) => {
      const [before, after] = [roundOf(a), roundOf({ ...b, turns: [...b.turns, ...a.turns.slice(b.turns.length)] })]
      const change = RoundChange.parse(JSON.parse(JSON.stringify(diffRounds(before, after))))
      expect(applyRoundChange(before, change)).toEqual(after)
      expect(applyRoundChange(applyRoundChange(before, change), change)).toEqual(after)
    }),
  )
})

it('the store of a round keeps the record as it began and a line per step, and writes it whole when it is over', async () => {
  const { open, rounds, whole, lines } = place()
  const [store, other] = [open(), open()]
  expect(await store.read()).toBeNull()
  await store.change(to(begun))
  const first = readFileSync(whole, 'utf8')
  const running: Round = { ...begun, state: 'phase2', turns: [turn(1, 'running')] }
  await store.note(to(running))
  expect(await other.read()).toEqual(running)
  const answered: Round = { ...running, turns: [turn(1, 'accepted', 'broken \ud800 text')] }
  await other.change(to(answered))
  expect(await store.read()).toEqual(answered)
  expect(await open().read()).toEqual(answered)
  expect(readFileSync(whole, 'utf8')).toBe(first)
  expect(readFileSync(lines, 'utf8').split('\n')).toHaveLength(3)
  const closed: Round = { ...answered, state: 'closed', issueId: 4 }
  await store.change(to(closed))
  expect(await Promise.all([store.read(), other.read(), open().read()])).toEqual([closed, closed, closed])
  expect(readdirSync(rounds)).toEqual(['1.json'])
  expect(JSON.parse(readFileSync(whole, 'utf8'))).toEqual(closed)
})

it('the store of a round takes away what a step took away', async () => {
  const { open } = place()
  await open().change(to(begun))
  await open().note(to({ ...begun, putAside: true }))
  expect(await open().read()).toMatchObject({ putAside: true })
  await open().change(to(begun))
  expect(await open().read()).toEqual(begun)
})

it('the store of a round goes on with a record in the middle of a round that an earlier version left', async () => {
  const { open, rounds, whole } = place()
  const left: Round = { ...begun, state: 'phase2', turns: [turn(1, 'accepted', 'x'), turn(2, 'running')] }
  mkdirSync(rounds)
  writeFileSync(whole, `${JSON.stringify(left, null, 2)}\n`)
  expect(await open().read()).toEqual(left)
  const after: Round = { ...left, turns: [turn(1, 'accepted', 'x'), turn(2, 'accepted', 'y')] }
  await open().change(to(after))
  expect(await open().read()).toEqual(after)
})

it('the store of a round lets the whole record of a round that is over count, though its lines are still there', async () => {
  const { open, lines, whole } = place()
  await open().change(to(begun))
  await open().change(to({ ...begun, state: 'phase1' }))
  const left = readFileSync(lines, 'utf8')
  await open().change(to({ ...begun, state: 'cancelled' }))
  expect(existsSync(lines)).toBe(false)
  writeFileSync(lines, left)
  expect(await open().read()).toEqual(JSON.parse(readFileSync(whole, 'utf8')))
})

it('the store of a round does not use lines of a round that was never announced for the next one', async () => {
  const { open, lines } = place()
  await open().change(to(begun))
  await open().change(to({ ...begun, state: 'phase1' }))
  const left = readFileSync(lines, 'utf8')
  const next = { ...begun, roundId: 'rnd_2' }
  await open().change(to(next))
  writeFileSync(lines, left)
  expect(await open().read()).toEqual(next)
})

it('the store of a round leaves out a line that a killed writer did not finish, and refuses one that is not a step', async () => {
  const { open, lines } = place()
  await open().change(to(begun))
  const phase1: Round = { ...begun, state: 'phase1' }
  await open().change(to(phase1))
  appendFileSync(lines, '{"roundId":"rnd_1","fie')
  const store = open()
  expect(await store.read()).toEqual(phase1)
  const phase2: Round = { ...begun, state: 'phase2' }
  await store.change(to(phase2))
  expect(await open().read()).toEqual(phase2)
  expect(await store.read()).toEqual(phase2)
  appendFileSync(lines, '{"roundId":"rnd_1"}\n')
  await expect(store.read()).rejects.toMatchObject({ name: 'StoreCorrupt', file: '1.changes.jsonl' })
  await expect(store.change(to(begun))).rejects.toMatchObject({ name: 'StoreCorrupt' })
})
