import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { readZip } from '../../test/support/zip-reader.ts'
import { listZip, unzipEntry } from './unzip.ts'
import { writeZip, zipWriter } from './zip.ts'

describe('a large zip', () => {
  it('a large zip gives any entries back as they were, empty ones too', async () => {
    const path = join(tempHome(), 'large.zip')
    const file = await open(path, 'wx+')
    const zip = zipWriter(file, new Date('2026-05-12T10:20:30Z'), { level: 1, large: true })
    const given = new Map([
      ['empty', Buffer.alloc(0)],
      ['über/日.md', Buffer.from('text')],
      ['long', Buffer.alloc(300_000, 'abc')],
    ])
    for (const [name, bytes] of given) await zip.add({ name, content: [bytes] })
    expect(await zip.finish()).toBe((await file.stat()).size)
    for (const entry of await listZip(file)) {
      const pieces = []
      for await (const piece of unzipEntry(path, file, entry)) pieces.push(piece)
      expect(Buffer.concat(pieces).equals(given.get(entry.name) ?? Buffer.from('other'))).toBe(true)
      given.delete(entry.name)
    }
    expect(given.size).toBe(0)
    await file.close()
  })
})

describe('the zip writer', () => {
  it('the zip writer gives any entries back as they were, in their order', async () => {
    const name = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .map(text => text.toWellFormed().replaceAll('\u0000', '0'))
    const entry = fc.record({ name, pieces: fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 4 }) })
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(entry, { selector: each => each.name, maxLength: 8 }), async entries => {
        const path = join(tempHome(), 'any.zip')
        const file = await open(path, 'w')
        const at = new Date('2026-05-12T10:20:30Z')
        const size = await writeZip(
          file,
          at,
          entries.map(({ name: each, pieces }) => ({ name: each, content: pieces })),
        )
        await file.close()
        const zip = readFileSync(path)
        expect(zip.length).toBe(size)
        expect([...readZip(zip)].map(([each, { bytes }]) => [each, bytes.toString('hex')])).toEqual(
          entries.map(({ name: each, pieces }) => [each, Buffer.concat(pieces).toString('hex')]),
        )
      }),
      { numRuns: 60 },
    )
  })

  it('the zip writer packs what is larger than memory would like in pieces', async () => {
    const path = join(tempHome(), 'large.zip')
    const file = await open(path, 'w')
    const piece = Buffer.alloc(1024 * 1024, 'transcript ')
    async function* content() {
      for (let left = 40; left > 0; left--) yield piece
    }
    await writeZip(file, new Date('2026-05-12T00:00:00Z'), [{ name: 'large', content: content() }])
    await file.close()
    expect(readZip(readFileSync(path)).get('large')?.bytes.length).toBe(40 * piece.length)
  })
})
