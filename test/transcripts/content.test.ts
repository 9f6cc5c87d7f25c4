import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { codexReader } from '../../src/transcripts/codex/reader.ts'
import { type ContentFile, loadTurn, recordHash, sameBeginning } from '../../src/transcripts/content.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { scanCompressed, scanFile } from '../../src/transcripts/scan.ts'
import { standings } from '../../src/transcripts/standing.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { storedZstd } from '../fixtures/transcripts/codex/stored-zstd.ts'
import { tempHome } from '../support/tempdir.ts'
import { linesIn, scanCodex } from './scanning.ts'

const home = tempHome()
const bytes = codexFixtures['x12-cross-day.jsonl'] ?? Buffer.alloc(0)
const plain = put('rollout-1.jsonl', bytes)
const compressed = put('rollout-1.jsonl.zst', storedZstd(bytes))

describe('the lines of a turn', () => {
  it('are the same from a file, from a compressed one, and from the whole', async () => {
    for (const turn of scanCodex(bytes).turns) {
      const expected = linesIn(bytes, turn)
      expect(await loadTurn(plain, turn)).toEqual(expected)
      expect(await loadTurn(compressed, turn)).toEqual(expected)
    }
  })

  it('are unreadable when the file no longer holds them', async () => {
    const [, last] = scanCodex(bytes).turns
    const short = put('short.jsonl', bytes.subarray(0, bytes.length - 10))
    const shortZst = put('short.jsonl.zst', storedZstd(bytes.subarray(0, bytes.length - 10)))
    for (const file of [short, shortZst, { ...plain, path: join(home, 'gone') }]) {
      await expect(last && loadTurn(file, last)).rejects.toThrow(Unreadable)
    }
  })

  it('have hashes that do not depend on the order of keys', () => {
    const hash = (text: string) => recordHash({ number: 1, record: JSON.parse(text) })
    expect(hash('{"b":[1,{"d":2,"c":3}],"a":"x"}')).toBe(hash('{"a":"x","b":[1,{"c":3,"d":2}]}'))
    expect(hash('{"a":1}')).not.toBe(hash('{"a":"1"}'))
    expect(recordHash({ number: 1, record: null })).toBeNull()
  })
})

describe('a rollout beside its compressed self', () => {
  it('is kept once, the longer of the two', async () => {
    const grown = put('rollout-2.jsonl', Buffer.concat([bytes, Buffer.from('{}\n')]))
    const other = put('rollout-3.jsonl', Buffer.concat([Buffer.from('{}\n'), bytes]))
    const files = new Map([plain, compressed, grown, other].map(file => [file.path, file]))
    const indexed = await Promise.all(
      [...files.values()].map(async file => {
        const scanned = { path: file.path, relative: 'rollout-x.jsonl', materialized: false }
        const isCompressed = file.form === 'zst'
        const scan = isCompressed
          ? scanCompressed(codexReader, scanned, file.size)
          : scanFile(codexReader, scanned, file.size)
        const { summary } = await scan
        const { sessionId, forkedFrom, turns, tally } = summary
        return { path: file.path, source: codexReader.source, sessionId, forkedFrom, turns, bytes: tally.bytes }
      }),
    )
    const sizes = new Map(indexed.map(file => [file.path, file.bytes]))
    const outcome = await standings(indexed, {
      isPrefix: async (shorter, longer) => {
        const [a, b] = [files.get(shorter), files.get(longer)]
        return a && b ? sameBeginning(a, b, sizes.get(shorter) ?? 0) : false
      },
      marksOf: () => null,
      recordsOf: async () => [],
    })
    const copies = [...outcome].map(([path, { copyOf }]) => [path, copyOf].map(one => one?.slice(home.length + 1)))
    expect(copies).toEqual([
      ['rollout-1.jsonl', 'rollout-2.jsonl'],
      ['rollout-1.jsonl.zst', 'rollout-2.jsonl'],
      ['rollout-2.jsonl', undefined],
      ['rollout-3.jsonl', undefined],
    ])
    expect(outcome.get(other.path)?.suffix).toMatch(/^~[0-9a-f]{8}$/)
  })
})

function put(name: string, content: Buffer): ContentFile {
  const path = join(home, name)
  writeFileSync(path, content)
  return { path, form: name.endsWith('.zst') ? 'zst' : 'lines', size: content.length }
}
