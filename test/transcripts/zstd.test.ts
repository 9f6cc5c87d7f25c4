import { describe, expect, it } from 'vitest'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { scanCompressed } from '../../src/transcripts/scan.ts'
import { decodeInJavaScript, decompress, maxDecodedBytes } from '../../src/transcripts/zstd/decompress.ts'
import { Xxh64 } from '../../src/transcripts/zstd/xxh64.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { compressedFile, encoded, expectCutSeen, expectDamageSeen, original } from './broken-rollouts.ts'
import { codexFile, scanCodex } from './scanning.ts'

describe('a compressed rollout', () => {
  it.each([
    ['stored', codexFixtures['x9-compressed.jsonl.zst'], codexFixtures['x1-minimal.jsonl']],
    ['encoded', encoded, original],
    ['in two frames', Buffer.concat([encoded, encoded]), Buffer.concat([original, original])],
    ['after a frame to skip', Buffer.concat([Buffer.from('502a4d1803000000616263', 'hex'), encoded]), original],
    ['of nothing', Buffer.alloc(0), Buffer.alloc(0)],
  ])('%s reads like the plain one', async (_, compressed = Buffer.alloc(0), plain = Buffer.alloc(0)) => {
    const path = compressedFile(compressed)
    const scan = await scanCompressed(codexReader, { ...codexFile, path }, compressed.length)
    expect(scan.summary).toEqual(scanCodex(plain))
    const chunks: Buffer[] = []
    decodeInJavaScript(path, compressed.length, chunk => chunks.push(Buffer.from(chunk)))
    expect(Buffer.concat(chunks).equals(plain)).toBe(true)
  })

  it('a compressed rollout that is damaged anywhere is unreadable or still the same', () => expectDamageSeen(9))

  it('a compressed rollout that is cut off anywhere is unreadable', () => expectCutSeen(9))
})

describe('a compressed file that decodes to far more than it is', () => {
  const bomb = repeatingZstd(40_960, 0x50)

  it.each([
    ['the decoder in use', decompress],
    [
      'the decoder in JavaScript',
      async (...given: Parameters<typeof decodeInJavaScript>) => decodeInJavaScript(...given),
    ],
  ])(
    'a compressed file that decodes to far more than it is is given up at the stated size by %s',
    async (_, decode) => {
      let taken = 0
      const decoding = decode(compressedFile(bomb), bomb.length, chunk => {
        taken += chunk.length
      })
      await expect(decoding).rejects.toThrow(new Unreadable('the compressed file decodes to more than 128 MB'))
      expect(taken).toBeLessThanOrEqual(maxDecodedBytes(bomb.length))
    },
  )

  it('a compressed file that decodes to far more than it is is refused unread when its header alone claims more memory', async () => {
    const claims = repeatingZstd(1, 0xa0)
    let taken = 0
    const decoding = decompress(compressedFile(claims), claims.length, chunk => {
      taken += chunk.length
    })
    await expect(decoding).rejects.toThrow('the compressed file decodes to more than 128 MB')
    expect(taken).toBe(0)
  })

  it('a compressed file that decodes to far more than it is is distinguished from one that is large honestly', () => {
    expect([160_000, 10_000_000, 1e9].map(maxDecodedBytes)).toEqual([2 ** 27, 2_000_000_000, 2 ** 32])
  })
})

/** Each block says in four bytes: 128 KB of the letter a. */
function repeatingZstd(blocks: number, window: number): Buffer {
  const parts = [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, window])]
  for (let left = blocks; left > 0; left--) {
    const block = Buffer.from([0, 0, 0, 0x61])
    block.writeUIntLE(131_072 * 8 + 2 + (left === 1 ? 1 : 0), 0, 3)
    parts.push(block)
  }
  return Buffer.concat(parts)
}

describe('the checksum', () => {
  it.each([
    ['', 0xef46db3751d8e999n],
    ['a', 0xd24ec4f1a98c6e5bn],
    ['abc', 0x44bc2cf5ad770999n],
    ['Nobody inspects the spammish repetition', 0xfbcea83c8a378bf1n],
  ])('the checksum of %j is the known one, in one piece or in many', (text, expected) => {
    const whole = new Xxh64()
    whole.update(Buffer.from(text))
    expect(whole.digest()).toBe(expected)
    const parts = new Xxh64()
    for (const byte of Buffer.from(text)) parts.update(Buffer.from([byte]))
    expect(parts.digest()).toBe(expected)
  })
})
