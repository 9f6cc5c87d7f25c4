import { describe, expect, it } from 'vitest'
import { recordHash } from '../../src/transcripts/canonical-json.ts'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { decideOwnership } from '../../src/transcripts/ownership.ts'
import type { FileSummary, SourceReader } from '../../src/transcripts/reader.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { A, BROKEN, type CodexLine, M, R, rollout, SESSION } from '../fixtures/transcripts/codex/builders.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { linesIn } from './scanning.ts'

const at = (second: number) => `2026-05-12T02:00:${String(second).padStart(2, '0')}.000Z`

describe('a Claude Code session that was forked', () => {
  it('a Claude Code session that was forked keeps in the fork only what the fork added', async () => {
    const shares = await ownTurnsOf(claudeReader, { a: claudeFixtures['c8-fork-a'], b: claudeFixtures['c8-fork-b'] })
    expect(shares).toEqual({ a: ['1–2', '3–5'], b: ['5–6', 'inherited 2'] })
  })

  it('a Claude Code session that was forked belongs to the fork when the original says nothing more', async () => {
    const shares = await ownTurnsOf(claudeReader, {
      a: claudeFixtures['c8-fork-a-cut'],
      b: claudeFixtures['c8-fork-b'],
    })
    expect(shares).toEqual({ a: ['inherited 2'], b: ['1–2', '3–4', '5–6'] })
  })

  it('a Claude Code session that was forked gives what no file continued to the first by path', async () => {
    const cut = claudeFixtures['c8-fork-a-cut']
    expect(await ownTurnsOf(claudeReader, { b: cut, a: cut })).toEqual({ a: ['1–2', '3–4'], b: ['inherited 2'] })
  })

  it('a Claude Code session that was forked owns each turn once among three', async () => {
    const own = (name: string, minute: number) => [
      P(name, { uuid: name, timestamp: `2026-05-12T03:${minute}:00.000Z` }),
      AT('Yes.', { uuid: `${name}-answer`, timestamp: `2026-05-12T03:${minute}:30.000Z` }),
    ]
    const first = [P('Plan.'), AT('A plan.')]
    const files = {
      a: session(...first, ...own('a', 30)),
      b: session(...first, ...own('b', 10)),
      c: session(...first, ...own('b', 10), ...own('c', 50)),
    }
    expect(await ownTurnsOf(claudeReader, files)).toEqual({
      a: ['1–2', '3–4'],
      b: ['inherited 2'],
      c: ['3–4', '5–6', 'inherited 1'],
    })
  })
})

describe('a Codex session that was forked', () => {
  const { 'x6-fork-parent.jsonl': parent, 'x6-fork-child.jsonl': child } = codexFixtures
  const fork = (from: string, lines: CodexLine[], times: string[]) =>
    rollout([M({ id: `child of ${from}`, forked_from_id: from }), ...lines], { at: [at(50), ...times] })
  const shared = [R('one'), A(), R('two'), A()]
  const sharedTimes = [at(1), at(2), at(3), at(4)]

  it('a Codex session that was forked keeps in the fork only what the fork added', async () => {
    expect(await ownTurnsOf(codexReader, { parent, child })).toEqual({
      parent: ['2–3', '4–6'],
      child: ['6–7', 'inherited 2'],
    })
  })

  it('a Codex session that was forked keeps everything when the parent is not known', async () => {
    expect(await ownTurnsOf(codexReader, { child })).toEqual({ child: ['2–3', '4–5', '6–7'] })
  })

  it('a Codex session that was forked keeps everything when sessions descend from each other', async () => {
    const a = rollout([M({ id: 'a', forked_from_id: 'b' }), ...shared], { at: [at(0), ...sharedTimes] })
    const b = rollout([M({ id: 'b', forked_from_id: 'a' }), ...shared], { at: [at(0), ...sharedTimes] })
    expect(await ownTurnsOf(codexReader, { a, b })).toEqual({ a: ['2–3', '4–5'], b: ['2–3', '4–5'] })
  })

  it('a Codex session that was forked keeps everything when a line in the copied part is broken', async () => {
    const broken = fork(SESSION, [R('one'), A(), R('two'), BROKEN, R('three')], [...sharedTimes, at(51)])
    expect(await ownTurnsOf(codexReader, { parent, broken })).toEqual({
      parent: ['2–3', '4–6'],
      broken: ['2–3', '4–5', '6–6'],
    })
  })

  it('a Codex session that was forked stops at the first turn that differs', async () => {
    const changed = fork(
      SESSION,
      [R('one'), A(), R('two'), A('Otherwise.'), R('one'), A()],
      [...sharedTimes, at(1), at(2)],
    )
    expect(await ownTurnsOf(codexReader, { parent, changed })).toEqual({
      parent: ['2–3', '4–6'],
      changed: ['4–5', '6–7', 'inherited 1'],
    })
  })

  it('a Codex session that was forked compares with every ancestor', async () => {
    const grandchild = fork('0196c0de-0000-7000-8000-00000000000c', [...shared, R('four')], [...sharedTimes, at(52)])
    expect(await ownTurnsOf(codexReader, { parent, child, grandchild })).toMatchObject({
      grandchild: ['6–6', 'inherited 2'],
    })
  })

  it('a Codex session that was forked keeps everything when it is unclear which meta is its own', async () => {
    const metas = [M({ id: 'one' }), M({ id: 'two', forked_from_id: SESSION })]
    const unclear = rollout([...metas, ...shared], { at: [at(0), at(0), ...sharedTimes] })
    expect(await ownTurnsOf(codexReader, { parent, unclear })).toMatchObject({ unclear: ['3–4', '5–6'] })
  })
})

describe('one session id in several files', () => {
  const lines = [P('One.'), AT('Yes.'), P('Two.'), AT('Yes.')]
  const whole = session(...lines)

  it('one session id in several files is kept once when the files are the same or one goes on from the other', async () => {
    const begun = session(...lines.slice(0, 2))
    expect(await ownTurnsOf(claudeReader, { c: whole, b: begun, a: whole }, 'same')).toEqual({
      a: ['1–2', '3–4'],
      b: ['copy of a'],
      c: ['copy of a'],
    })
  })

  it('one session id in several files is kept twice, and named apart, when they differ', async () => {
    const other = session(P('Else.', { uuid: 'x1' }), AT('No.', { uuid: 'x2' }))
    expect(await ownTurnsOf(claudeReader, { b: whole, a: other }, 'same')).toEqual({
      a: ['1–2'],
      b: ['1–2', '3–4', 'named ~3e23e816'],
    })
  })
})

/** The turns every file is left with, and what became of the others. */
async function ownTurnsOf(
  reader: SourceReader,
  files: { [path: string]: Buffer | undefined },
  sessionId?: string,
): Promise<{ [path: string]: string[] }> {
  const bytes = new Map(Object.entries(files).map(([path, content = Buffer.alloc(0)]) => [path, content]))
  const summaries = new Map<string, FileSummary>()
  for (const [path, content] of bytes) {
    summaries.set(path, scanChunks(reader, { relative: `${path}.jsonl`, materialized: false }, [content]).summary)
  }
  const indexed = [...summaries].map(([path, summary]) => ({
    path,
    source: reader.source,
    sessionId: sessionId ?? summary.sessionId,
    forkedFrom: summary.forkedFrom,
    turns: summary.turns,
    bytes: summary.tally.bytes,
  }))
  const outcome = await decideOwnership(indexed, {
    isPrefix: async (shorter, longer) => {
      const [a = Buffer.alloc(0), b = Buffer.alloc(0)] = [bytes.get(shorter), bytes.get(longer)]
      return b.subarray(0, a.length).equals(a)
    },
    marksOf: path => summaries.get(path)?.marks ?? null,
    recordsOf: async (path, turn) => {
      const span = summaries.get(path)?.turns[turn]
      return span ? linesIn(bytes.get(path) ?? Buffer.alloc(0), span).map(recordHash) : []
    },
  })
  return Object.fromEntries(
    [...outcome].map(([path, { copyOf, suffix, turns, inheritedTurns }]) => {
      const own = turns.map(index => summaries.get(path)?.turns[index]).filter(turn => turn !== undefined)
      const told = own.map(({ startLine, endLine }) => `${startLine}–${endLine}`)
      if (copyOf !== null) told.push(`copy of ${copyOf}`)
      if (suffix !== null) told.push(`named ${suffix}`)
      if (inheritedTurns > 0) told.push(`inherited ${inheritedTurns}`)
      return [path, told]
    }),
  )
}
