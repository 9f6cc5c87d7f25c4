import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { reader as clineReader } from '../../src/transcripts/cline/reader.ts'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { reader as copilotReader } from '../../src/transcripts/copilot-cli/reader.ts'
import { reader as crushReader } from '../../src/transcripts/crush/reader.ts'
import { reader as cursorReader } from '../../src/transcripts/cursor/reader.ts'
import { reader as droidReader } from '../../src/transcripts/droid/reader.ts'
import { reader as geminiReader } from '../../src/transcripts/gemini-cli/reader.ts'
import { reader as gooseReader } from '../../src/transcripts/goose/reader.ts'
import { reader as jsonlReader } from '../../src/transcripts/jsonl/reader.ts'
import { reader as opencodeReader } from '../../src/transcripts/opencode/reader.ts'
import { reader as piReader } from '../../src/transcripts/pi/reader.ts'
import { reader as qwenReader } from '../../src/transcripts/qwen-code/reader.ts'
import type { ScannedFile, SourceReader } from '../../src/transcripts/reader.ts'
import { reader as vscodeReader } from '../../src/transcripts/vscode-chat/reader.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { clineFixtures } from '../fixtures/transcripts/cline/fixtures.ts'
import { codexFixtures } from '../fixtures/transcripts/codex/fixtures.ts'
import { copilotFixtures } from '../fixtures/transcripts/copilot-cli/fixtures.ts'
import { crushFixtures } from '../fixtures/transcripts/crush/fixtures.ts'
import { cursorFixtures } from '../fixtures/transcripts/cursor/fixtures.ts'
import { droidFixtures } from '../fixtures/transcripts/droid/fixtures.ts'
import { geminiFixtures } from '../fixtures/transcripts/gemini-cli/fixtures.ts'
import { gooseFixtures } from '../fixtures/transcripts/goose/fixtures.ts'
import { jsonlFixtures } from '../fixtures/transcripts/jsonl/fixtures.ts'
import { opencodeFixtures } from '../fixtures/transcripts/opencode/fixtures.ts'
import { piFixtures } from '../fixtures/transcripts/pi/fixtures.ts'
import { qwenFixtures } from '../fixtures/transcripts/qwen-code/fixtures.ts'
import { vscodeFixtures } from '../fixtures/transcripts/vscode-chat/fixtures.ts'
import {
  claudeFile,
  codexFile,
  copilotFile,
  droidFile,
  geminiFile,
  jsonlFile,
  materializedFile,
  piFile,
  qwenFile,
} from './scanning.ts'

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
  {
    reader: geminiReader,
    file: geminiFile,
    fixtures: Object.entries(geminiFixtures).filter(([name]) => name === 'g1-rewritten.jsonl'),
  },
  {
    reader: geminiReader,
    file: materializedFile,
    fixtures: Object.entries(geminiFixtures).filter(([name]) => name === 'g2-document.lines.jsonl'),
  },
  { reader: opencodeReader, file: materializedFile, fixtures: Object.entries(opencodeFixtures) },
  { reader: copilotReader, file: copilotFile, fixtures: Object.entries(copilotFixtures) },
  { reader: droidReader, file: droidFile, fixtures: Object.entries(droidFixtures) },
  { reader: piReader, file: piFile, fixtures: Object.entries(piFixtures) },
  { reader: qwenReader, file: qwenFile, fixtures: Object.entries(qwenFixtures) },
  {
    reader: vscodeReader,
    file: materializedFile,
    fixtures: Object.entries(vscodeFixtures).filter(([name]) => name.endsWith('.lines.jsonl')),
  },
  { reader: clineReader, file: materializedFile, fixtures: Object.entries(clineFixtures) },
  { reader: crushReader, file: materializedFile, fixtures: Object.entries(crushFixtures) },
  { reader: gooseReader, file: materializedFile, fixtures: Object.entries(gooseFixtures) },
  { reader: jsonlReader, file: jsonlFile, fixtures: Object.entries(jsonlFixtures) },
  { reader: cursorReader, file: materializedFile, fixtures: Object.entries(cursorFixtures) },
]
