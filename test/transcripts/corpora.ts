import { claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { codexReader } from '../../src/transcripts/codex/reader.ts'
import type { ScannedFile, SourceReader } from '../../src/transcripts/reader.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { claudeFile, codexFile } from './scanning.ts'

export interface Corpus {
  reader: SourceReader
  file: ScannedFile
  /** Files of lines, by name. */
  fixtures: [name: string, bytes: Buffer][]
}

/** What every property of the readers is tried on. */
export const corpora: Corpus[] = [
  { reader: claudeReader, file: claudeFile, fixtures: Object.entries(claudeFixtures) },
  {
    reader: codexReader,
    file: codexFile,
    fixtures: Object.entries(codexFixtures).filter(([name]) => name.endsWith('.jsonl')),
  },
]
