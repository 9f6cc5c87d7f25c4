import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { Unreadable } from '../../src/transcripts/reader.ts'
import { scanCompressed } from '../../src/transcripts/scan.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { tempHome } from '../support/tempdir.ts'
import { codexFile, scanCodex } from './scanning.ts'

const home = tempHome()
const fixtures = fileURLToPath(new URL('../fixtures/transcripts/codex/', import.meta.url))

/** A rollout, and what the zstd program makes of it, with a checksum. */
export const original = codexFixtures['x5-patch.jsonl'] ?? Buffer.alloc(0)
export const encoded = readFileSync(join(fixtures, 'x5-patch.by-zstd.zst'))

export function compressedFile(bytes: Buffer): string {
  const path = join(home, 'rollout.jsonl.zst')
  writeFileSync(path, bytes)
  return path
}

/** With one byte changed, each `stride` after the one before, it is unreadable or still the same. */
export async function expectDamageSeen(stride: number): Promise<void> {
  for (let at = 0; at < encoded.length; at += stride) {
    const damaged = Buffer.from(encoded)
    damaged[at] = (damaged[at] ?? 0) ^ 0x55
    const result = await outcome(damaged)
    if (result !== 'unreadable') expect(result).toEqual(scanCodex(original))
  }
}

/** Cut off at a byte, each `stride` after the one before, it is unreadable. */
export async function expectCutSeen(stride: number): Promise<void> {
  for (let size = 1; size < encoded.length; size += stride) {
    expect(await outcome(encoded.subarray(0, size))).toBe('unreadable')
  }
}

async function outcome(compressed: Buffer) {
  try {
    return (await scanCompressed(codexReader, { ...codexFile, path: compressedFile(compressed) }, compressed.length))
      .summary
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable)
    return 'unreadable'
  }
}
