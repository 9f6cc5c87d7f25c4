import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { fixtureFiles } from '../fixtures/transcripts/files.ts'

it.each(fixtureFiles.map(({ path, bytes }) => [basename(path), path, bytes] as const))(
  '%s holds what its builder gives it',
  (_, path, bytes) => {
    expect(readFileSync(path).equals(bytes)).toBe(true)
  },
)
