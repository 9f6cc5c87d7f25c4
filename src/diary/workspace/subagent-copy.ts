import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnEvent } from '../../transcripts/event.ts'
import { parseLines } from '../../transcripts/lines.ts'
import { noTurn } from '../../transcripts/passages.ts'
import type { OwnPart, ScannedTurn, SourceReader } from '../../transcripts/reader.ts'
import type { TurnFacts } from '../schema.ts'

/** The copy of a sub-agent's own transcript. */
export interface SubagentCopy {
  id: string
  /** Below the folder of the project. */
  path: string
  sha256: string
}

/** Where the copies of a session's sub-agents are, below the folder of the project. */
export function subagentFolder(session_path: string): string {
  return session_path.replace(/\.jsonl$/, '.subagents')
}

/** All lines of a file as one turn that nobody's words begin. */
export const wholeFile: ScannedTurn = {
  ...noTurn,
  endLine: Number.MAX_SAFE_INTEGER,
  endByte: Number.MAX_SAFE_INTEGER,
  branch: null,
  usageBefore: null,
  modelBefore: null,
  skipped: {},
}

/** What a sub-agent's file holds of its own; null where that is unclear. */
export function ownPartOf(reader: SourceReader, bytes: Buffer): OwnPart | null {
  const lines = parseLines(bytes)
  return reader.ownPart ? reader.ownPart(lines) : { lines, usageBefore: null }
}

/** What the sub-agents of a turn did, from the copies that prepare made of their transcripts; changed copies are passed over. */
export function copiedSubagents(
  reader: SourceReader,
  folder: string,
  subagents: TurnFacts['subagents'],
): Map<string, readonly TurnEvent[]> {
  const found = new Map<string, readonly TurnEvent[]>()
  for (const { id, path, sha256 } of subagents) {
    const bytes = path === null ? null : copyAt(join(folder, path))
    if (!bytes || createHash('sha256').update(bytes).digest('hex') !== sha256) continue
    const own = ownPartOf(reader, bytes)
    if (own) found.set(id, reader.events(wholeFile, own.lines))
  }
  return found
}

function copyAt(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}
