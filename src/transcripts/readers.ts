import { claudeReader } from './claude-code/reader.ts'
import { codexReader } from './codex/reader.ts'
import { cursorReader } from './cursor/reader.ts'
import { geminiReader } from './gemini-cli/reader.ts'
import { opencodeReader } from './opencode/reader.ts'
import type { SourceReader } from './reader.ts'
import type { Source } from './source.ts'

/** Raised by every change of the rules by which a file becomes turns: what was stored by another version is read anew. */
export const parserVersion = 2

export const readers: readonly SourceReader[] = [claudeReader, codexReader, cursorReader, geminiReader, opencodeReader]

export function readerOf(source: Source): SourceReader | undefined {
  return bySource.get(source)
}

const bySource = new Map(readers.map(reader => [reader.source, reader]))
