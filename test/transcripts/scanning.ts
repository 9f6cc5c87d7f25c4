import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { reader as claudeReader } from '../../src/transcripts/claude-code/reader.ts'
import { reader as codexReader } from '../../src/transcripts/codex/reader.ts'
import { discover } from '../../src/transcripts/discover.ts'
import type { TurnEvent } from '../../src/transcripts/event.ts'
import { parseLines } from '../../src/transcripts/lines.ts'
import type {
  CompactParts,
  FileSummary,
  ScannedFile,
  ScannedTurn,
  SourceReader,
  ToolCall,
} from '../../src/transcripts/reader.ts'
import type { TurnLine } from '../../src/transcripts/record.ts'
import { scanChunks } from '../../src/transcripts/scan.ts'

export const claudeFile = { relative: '-fake-ledger/11111111-1111-4111-8111-111111111111.jsonl', materialized: false }
export const codexFile = {
  relative: '2026/05/12/rollout-2026-05-12T02-00-00-0196c0de-0000-7000-8000-000000000001.jsonl',
  materialized: false,
}

export const geminiFile = { relative: 'reader/chats/session-2026-05-12T02-00-2b1e4f6a.jsonl', materialized: false }
export const copilotFile = { relative: '5c0e71aa-0000-4000-8000-000000000001/events.jsonl', materialized: false }
export const droidFile = { relative: '-fake-kettles/4d1c0000.jsonl', materialized: false }
export const piFile = { relative: '--fake-tides--/2026-05-12T02-00-00-000Z_71be0000.jsonl', materialized: false }
export const qwenFile = { relative: '-fake-orchard/chats/9a3e0000.jsonl', materialized: false }
export const jsonlFile = { relative: 'some/log.jsonl', materialized: false }
export const materializedFile = { relative: 'store', materialized: true }

export function scanClaude(bytes: Buffer, file = claudeFile): FileSummary {
  return scanChunks(claudeReader, file, [bytes]).summary
}

export function scanCodex(bytes: Buffer, file = codexFile): FileSummary {
  return scanChunks(codexReader, file, [bytes]).summary
}

export function scanLog(reader: SourceReader, bytes: Buffer, file: ScannedFile): FileSummary {
  return scanChunks(reader, file, [bytes]).summary
}

/** `2–11` for every turn. */
export function spans({ turns }: { turns: readonly ScannedTurn[] }): string[] {
  return turns.map(({ startLine, endLine }) => `${startLine}–${endLine}`)
}

export function linesIn(bytes: Buffer, turn: ScannedTurn): TurnLine[] {
  return parseLines(bytes).filter(({ number }) => number >= turn.startLine && number <= turn.endLine)
}

export function eventsIn(reader: SourceReader, bytes: Buffer, turn: ScannedTurn | undefined): TurnEvent[] {
  return turn ? reader.events(turn, linesIn(bytes, turn)) : []
}

/** A line's compact record, with results paired to the nearest earlier call of their id. */
export function compactLine(reader: SourceReader, bytes: Buffer, number: number): CompactParts | null {
  const calls: ToolCall[] = []
  for (const line of parseLines(bytes)) {
    if (!line.record) continue
    if (line.number === number) return reader.compact(line.record, id => calls.findLast(call => call.id === id) ?? null)
    calls.push(...reader.calls(line.record))
  }
  return null
}

/** The sums of a turn, and apart from them what each reply used. */
export function usageOf(reader: SourceReader, bytes: Buffer, turn: ScannedTurn | undefined) {
  if (!turn) return null
  const { replies: _, ...sums } = reader.usage(turn, linesIn(bytes, turn))
  return sums
}

export function repliesOf(reader: SourceReader, bytes: Buffer, turn: ScannedTurn | undefined) {
  return (turn && reader.usage(turn, linesIn(bytes, turn)).replies) ?? []
}

/** Writes a file below a folder, with the folders it needs. */
export function put(folder: string, name: string, bytes: string | Buffer = ''): string {
  const path = join(folder, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

/** What a reader finds, relative to its places, where only the environment says where to look. */
export function filesIn(reader: SourceReader, env: { [name: string]: string }): string[] {
  return discover(reader, { env, home: '/nowhere', platform: 'linux' }).files.map(({ relative }) => relative)
}
