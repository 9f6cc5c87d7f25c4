import { emptyTally } from '../../../transcripts/file-scan.ts'
import type { FolderSeen } from '../../../transcripts/folder-history.ts'
import type { LineStart, TailLine } from '../../../transcripts/lines.ts'
import type {
  FileForm,
  FileSummary,
  RecordedRepository,
  ScannedTurn,
  ScanWarning,
  TranscriptFile,
} from '../../../transcripts/reader.ts'
import { parserVersion } from '../../../transcripts/readers.ts'
import type { Scan, StoredScan } from '../../../transcripts/scan.ts'
import type { Exclusion } from '../../../transcripts/source.ts'
import type { Cell } from '../../own-database.ts'
import type { ScannedTranscript } from './scan-job.ts'

/** A turn without its words, which may be long and are seldom asked for. */
export type TurnHead = Omit<ScannedTurn, 'text'>

/** A transcript as the index knows it: everything but words, record marks and the parser's state. */
export interface IndexedTranscript extends Ending {
  /** The file's path, with the conversation's id where one file holds several. */
  key: string
  path: string
  source: string
  relative: string
  form: FileForm
  conversation: string | null
  name: string
  /** Changes when a database's conversation does. */
  stamp: string
  /** The file is gone; its bytes come from the archive. */
  archived: boolean
  /** Bytes of the lines that were indexed. */
  size: number
  sessionId: string
  root: string | null
  rootHash: string | null
  folders: FolderSeen[]
  repository: RecordedRepository | null
  excluded: Exclusion | null
  lines: number
  malformed: number
  untimestamped: number
  nonMonotonic: number
  oversized: number
  firstAt: number | null
  lastAt: number | null
  forkedFrom: string | null
  warnings: ScanWarning[]
  turns: TurnHead[]
}

export function keyOf(path: string, conversation: string | null): string {
  return conversation === null ? path : `${path}#${conversation}`
}

/** The columns of a row, in the order they are written. */
export const columns = [
  'key',
  'path',
  'source',
  'relative',
  'form',
  'conversation',
  'name',
  'stamp',
  'parser_version',
  'archived',
  'size',
  'parsed_bytes',
  'parsed_lines',
  'tail_offset',
  'tail_sha256',
  'verdict',
  'session_id',
  'root',
  'root_hash',
  'folders',
  'repository',
  'lines',
  'malformed',
  'untimestamped',
  'non_monotonic',
  'oversized',
  'first_at',
  'last_at',
  'forked_from',
  'warnings',
  'unknown_types',
  'turn_count',
  'turns',
  'texts',
  'marks',
  'resume_state',
] as const

/** The columns that describe a transcript without what only its parser needs. */
export const headColumns = columns.filter(
  column => !['parser_version', 'unknown_types', 'turn_count', 'texts', 'marks', 'resume_state'].includes(column),
)

export type Row = { [column in (typeof columns)[number]]: Cell }

export function rowOf(file: TranscriptFile, scanned: ScannedTranscript, archived: boolean): Cell[] {
  const { conversation, name, stamp, excluded, scan } = scanned
  const summary = scan?.summary ?? emptySummary(conversation ?? name)
  const { tally } = summary
  const row: Row = {
    key: keyOf(file.path, conversation),
    path: file.path,
    source: file.source,
    relative: file.relative,
    form: file.form,
    conversation,
    name,
    stamp,
    parser_version: parserVersion,
    archived: archived ? 1 : 0,
    size: tally.bytes,
    parsed_bytes: scan?.position.bytes ?? 0,
    parsed_lines: scan?.position.lines ?? 0,
    tail_offset: scan?.tail?.offset ?? null,
    tail_sha256: scan?.tail?.sha256 ?? null,
    verdict: excluded ?? summary.excluded,
    session_id: summary.sessionId,
    root: summary.root,
    root_hash: summary.rootHash,
    folders: JSON.stringify(summary.folders),
    repository: JSON.stringify(summary.repository),
    lines: tally.lines,
    malformed: tally.malformed,
    untimestamped: tally.untimestamped,
    non_monotonic: tally.nonMonotonic,
    oversized: tally.oversized,
    first_at: summary.firstAt,
    last_at: summary.lastAt,
    forked_from: summary.forkedFrom,
    warnings: JSON.stringify(summary.warnings),
    unknown_types: JSON.stringify(summary.unknownTypes),
    turn_count: summary.turns.length,
    turns: JSON.stringify(summary.turns.map(({ text: _, ...head }) => head)),
    texts: JSON.stringify(summary.turns.map(({ text }) => text)),
    marks: summary.marks,
    resume_state: JSON.stringify(scan?.checkpoint ?? null),
  }
  return columns.map(column => row[column])
}

/** What `headColumns` give. The cells are our own, of this shape of the cache. */
export function transcriptIn(cells: Row): IndexedTranscript {
  return {
    key: String(cells.key),
    path: String(cells.path),
    source: cells.source as string,
    relative: String(cells.relative),
    form: cells.form as FileForm,
    conversation: text(cells.conversation),
    name: String(cells.name),
    stamp: String(cells.stamp),
    archived: cells.archived === 1,
    size: Number(cells.size),
    ...endingIn(cells),
    sessionId: String(cells.session_id),
    root: text(cells.root),
    rootHash: text(cells.root_hash),
    folders: JSON.parse(String(cells.folders)),
    repository: JSON.parse(String(cells.repository)),
    excluded: cells.verdict as Exclusion | null,
    lines: Number(cells.lines),
    malformed: Number(cells.malformed),
    untimestamped: Number(cells.untimestamped),
    nonMonotonic: Number(cells.non_monotonic),
    oversized: Number(cells.oversized),
    firstAt: cells.first_at as number | null,
    lastAt: cells.last_at as number | null,
    forkedFrom: text(cells.forked_from),
    warnings: JSON.parse(String(cells.warnings)),
    turns: JSON.parse(String(cells.turns)),
  }
}

/** Where reading of a transcript ended. */
export interface Ending {
  position: LineStart
  tail: TailLine | null
}

/** Reads the ending from its four columns. */
export function endingIn(cells: Row): Ending {
  return { position: positionIn(cells), tail: tailIn(cells) }
}

/** What a later scan goes on from, or null where nothing of the row can be gone on from. */
export function storedScanIn(cells: Row): StoredScan | null {
  const checkpoint: Scan['checkpoint'] | null = JSON.parse(String(cells.resume_state))
  if (!checkpoint) return null
  const marks = cells.marks instanceof Uint8Array ? new Uint8Array(cells.marks) : null
  return { checkpoint, turns: turnsWithText(cells), marks, size: Number(cells.size), ...endingIn(cells) }
}

export function turnsWithText(row: Row): ScannedTurn[] {
  const heads: TurnHead[] = JSON.parse(String(row.turns))
  const texts: string[] = JSON.parse(String(row.texts))
  return heads.map((head, i) => ({ ...head, text: texts[i] ?? '' }))
}

function positionIn(cells: Row): LineStart {
  return { bytes: Number(cells.parsed_bytes), lines: Number(cells.parsed_lines) }
}

function tailIn(cells: Row): TailLine | null {
  return cells.tail_offset === null ? null : { offset: Number(cells.tail_offset), sha256: String(cells.tail_sha256) }
}

function text(cell: Cell): string | null {
  return cell === null ? null : String(cell)
}

/** A conversation that is left out without being read. */
function emptySummary(sessionId: string): FileSummary {
  return {
    sessionId,
    root: null,
    rootHash: null,
    folders: [],
    repository: null,
    firstAt: null,
    lastAt: null,
    excluded: null,
    turns: [],
    tally: emptyTally(),
    unknownTypes: {},
    warnings: [],
    forkedFrom: null,
    marks: null,
  }
}
