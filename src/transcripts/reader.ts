import type { Json } from '../kernel/json.ts'
import type { ReplyUsage, TokenUsage, TurnEvent } from './event.ts'
import type { FolderSeen } from './folder-history.ts'
import type { Line } from './lines.ts'
import type { TranscriptRecord, TurnLine } from './record.ts'
import type { RecordView } from './record-view.ts'
import type { Exclusion, TurnSpan } from './source.ts'

/**
 * What is known of one agent's logs: where they are, where the turns of a file are, and what happened in a turn.
 * Only discovery and materials touch the file system; everything else is a function of lines.
 */
export interface SourceReader {
  readonly source: string
  /** The places the settings name, whether or not anything is there. */
  places(environment: Environment): Places
  /** What a file below a place is, by its path relative to the place (`/` between the parts). */
  formOf(relative: string, place: Place): FileForm | null
  /** Whether a folder below a place is worth looking into; all are where this is not said. */
  mayHold?(relative: string, place: Place): boolean
  /** The project root where other files give it, asked once per discovered file. */
  knownRoot?(file: TranscriptFile, environment: Environment): string | null
  /** What the lines of a file depend on besides the file itself; it is not opened for that. */
  beside?(file: TranscriptFile, environment: Environment): NeighbourState | null
  /** Opens a database or document that has no lines of its own, all of it or one conversation. Throws `Unreadable`. */
  materials?(file: TranscriptFile, only?: string): Materials
  /** Reads a file from its start, or on from a checkpoint. */
  scanner(file: ScannedFile, from?: Resume): Scanner
  /** What happened in a turn, in line order. `lines` are exactly those of the span. */
  events(turn: TurnSpan, lines: Iterable<TurnLine>): TurnEvent[]
  usage(turn: ScannedTurn, lines: Iterable<TurnLine>): TurnUsage
  /**
   * A record without what neither `usage` and `calls` nor the facts of a turn depend on; the view knows two levels of
   * its members. `needOf` says whether the facts depend on the output of a call.
   */
  light?(view: RecordView, needOf: (call: string) => OutputNeed): TranscriptRecord
  /** The tool calls a record makes, for pairing results with them. */
  calls(record: TranscriptRecord): ToolCall[]
  /** A record without what neither `compact` nor `calls` depends on; the view knows two levels of its members. */
  shown?(view: RecordView): TranscriptRecord
  /** A record without what search takes nothing from (`passages.ts`); null where that is all of it. Of a large line no answers are kept. */
  found?(view: RecordView, line: Line): TranscriptRecord | null
  /** A line of the agent's own history of prompts, which is beside its transcripts; null for what is not work. */
  prompt?(record: TranscriptRecord): Prompt | null
  /** When the agent deletes its transcripts; absent where it keeps them. */
  retention?: Retention
  /** The turns, by path and index, that a file only copied from another; absent where the agent copies none. */
  inherited?(files: readonly ForkCandidate[], lookups: ForkLookups): Promise<Map<string, ReadonlySet<number>>>
  /** The lines of a sub-agent's file that are its own; all are where this is not said, null where it is unclear. */
  ownPart?(lines: readonly TurnLine[]): OwnPart | null
  /** Whose row it is where a session holds rows of sub-agents; null for the session's own. */
  subagentRow?(record: TranscriptRecord): SubagentRow | null
  /** `pair` finds the nearest earlier call of that id in the whole file. */
  compact(record: TranscriptRecord, pair: Pairing): CompactParts
}

/** A row of a sub-agent, wherever the client wrote it. */
export interface SubagentRow {
  /** The sub-agent's id. */
  subagent: string
  /** The call that started it, where the row says so. */
  startedBy: string | null
  /** As if it were a row of a session of the sub-agent's own. */
  record: TranscriptRecord
}

/** What a sub-agent did itself. */
export interface OwnPart {
  lines: readonly TurnLine[]
  /** The running totals that it took over, where the agent counts that way. */
  usageBefore: TokenUsage | null
}

/** Whether facts are taken from the output of a command; `no command` for calls that run none. */
export type OutputNeed = 'needed' | 'unneeded' | 'no command'

/** Everything discovery depends on, so that it can be pointed elsewhere. */
export interface Environment {
  env: { readonly [name: string]: string | undefined }
  home: string
  platform: NodeJS.Platform
}

export interface Places {
  /** The overriding variable is set to nothing. */
  disabled: boolean
  places: Place[]
}

export interface Place {
  path: string
  /** Named by the source's own variable of ours, not a default. */
  explicit: boolean
}

/** Lines as they are, compressed lines, or something that lines are made from. */
export type FileForm = 'lines' | 'zst' | 'material'

export interface TranscriptFile {
  source: string
  path: string
  /** Inside its place, with `/` between the parts. */
  relative: string
  form: FileForm
}

/** The state of the files that a transcript depends on: compared, never read. */
export interface NeighbourState {
  mark: string
  /** When any of it last changed, in nanoseconds. */
  changedNs: bigint
}

/** What the scanner needs to know of where its lines come from. */
export interface ScannedFile {
  relative: string
  /** The lines were made by us (transcripts.md §6). */
  materialized: boolean
  knownRoot?: string | null
}

/** The file cannot be read, or not to its end; nothing of it is indexed. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}

/** Is given, in order, what lines are made from. */
export type OnRow = (row: string | Uint8Array) => void

/** An open database or document, seen at one instant. */
export interface Materials {
  readonly conversations: Conversation[]
  /** The canonical lines, without their line ends; `seen` is given the rows they are made from. */
  lines(conversation: Conversation, seen?: OnRow): Iterable<string>
  close(): void
}

export interface Conversation {
  id: string
  /** File name of the materialized transcript. */
  name: string
  /** Changes when the conversation does; compared, never read. */
  stamp: string
  /** Known without making its lines, which are then never made. */
  excluded: Exclusion | null
}

export interface Scanner {
  line(line: Line): void
  /** Where a later reading may go on; asked when every line so far ended in LF. */
  checkpoint(): Checkpoint
  /** What the file holds if it ends here. The scanner takes no further lines. */
  summary(): FileSummary
}

export interface Checkpoint {
  /** How many of the summary's turns, and of its record marks, will never change. */
  settledTurns: number
  settledMarks: number
  state: Json
}

/** A checkpoint with the parts of the stored summary it counts on. */
export interface Resume {
  checkpoint: Checkpoint
  turns: readonly ScannedTurn[]
  marks: Uint8Array | null
}

export interface ScannedTurn extends TurnSpan {
  branch: string | null
  /** The running totals of the session just before the turn, where the agent counts that way. */
  usageBefore: TokenUsage | null
  /** The model that was set for the session before the turn, where the agent says so apart from its replies. */
  modelBefore: string | null
  /** Bytes of the turn that say nothing of the work, by reason; all others were read. */
  skipped: SkippedBytes
}

export interface FileSummary {
  sessionId: string
  /** The project's root as the transcript names it. */
  root: string | null
  /** SHA-256 hex of the root, where the transcript gives only that. */
  rootHash: string | null
  /** Where the session worked; empty where the transcript names no folder but its root. */
  folders: FolderSeen[]
  /** The repository the session began in, where the agent notes it. */
  repository: RecordedRepository | null
  firstAt: number | null
  lastAt: number | null
  /** By what the file itself says; `exclude.ts` adds what depends on the diary. */
  excluded: Exclusion | null
  turns: ScannedTurn[]
  tally: Tally
  /** Records by a type this reader does not know. */
  unknownTypes: { [type: string]: number }
  warnings: ScanWarning[]
  /** The session this one was forked from, when the file says so unambiguously. */
  forkedFrom: string | null
  /** The file's identifiable records (`record-marks.ts`), where forks copy them. */
  marks: Uint8Array | null
}

/** What an agent notes about the repository of a session. */
export interface RecordedRepository {
  /** The address of its remote, as it was written. */
  url: string | null
  /** The full hash of the commit that was checked out. */
  commit: string | null
}

const scanWarnings = ['legacy-flat', 'approximate-time', 'format-drift', 'no-timestamps', 'cut-off'] as const
export type ScanWarning = (typeof scanWarnings)[number]

/**
 * Bytes by the reason they were skipped for: `blank`, `malformed` and `oversized` lines, `unknown:<type>` for records
 * that this version does not know, and the types of records that nothing is taken from.
 */
export type SkippedBytes = { [reason: string]: number }

/** Every line and byte of a file, each counted once: as read, or under the reason it was skipped for. */
export interface Tally {
  bytes: number
  lines: number
  readBytes: number
  readLines: number
  skippedBytes: SkippedBytes
  skippedLines: { [reason: string]: number }
  /** Lines that hold no JSON object, blank ones included, oversized ones not. */
  malformed: number
  oversized: number
  untimestamped: number
  nonMonotonic: number
}

export interface TurnUsage {
  tokens: TokenUsage | null
  costUsd: number | null
  /** Distinct, sorted. */
  models: string[]
  /** The same reply by reply, each once, where the log says that much. */
  replies?: ReplyUsage[]
}

export interface ToolCall {
  id: string | null
  name: string | null
  input: unknown
}

/** Something a person asked of a session. */
export interface Prompt {
  session: string
  /** Milliseconds. */
  at: number
}

/** Commands to the agent itself do not count as work. */
export function promptOf(session: string | undefined, at: number | undefined, text: string | undefined): Prompt | null {
  const isWork = text !== undefined && text.trim() !== '' && !text.startsWith('/')
  return session && at && isWork ? { session, at } : null
}

/** What is known of an included transcript when it is asked which of its turns are its own. */
export interface ForkCandidate {
  /** Absolute; with the conversation's id where one file holds several. */
  path: string
  sessionId: string
  forkedFrom: string | null
  turns: readonly { at: number; uuid: string | null; startLine: number; endLine: number }[]
}

export interface ForkLookups {
  marksOf(path: string): Uint8Array | null
  recordsOf: TurnRecords
}

/** The records of a turn, each as a hash of its canonical JSON; null for a line that holds none. */
export type TurnRecords = (path: string, turn: number) => Promise<(string | null)[]>

export interface Retention {
  /** The agent's settings, beside its transcripts. */
  settings: string
  /** Days after the last change, as these settings say. */
  days(settings: TranscriptRecord): number | undefined
  /** The same when they say nothing. */
  defaultDays: number
}

export type Pairing = (callId: string) => ToolCall | null

/** A compact record without what every line has: its number, size and hash. */
export interface CompactParts {
  record_type: string
  role: string | null
  content_kinds: ContentKind[]
  summary: string
  text_preview: string | null
  tool_uses: CompactToolUse[]
  tool_results: CompactToolResult[]
  truncated: boolean
}

export type ContentKind = 'text' | 'thinking' | 'tool_use' | 'tool_result'

export interface CompactToolUse {
  name: string
  input_summary: string
  truncated: boolean
}

export interface CompactToolResult {
  kind: 'file' | 'command' | 'tool_result' | 'output'
  status: string | null
  file_path: string | null
  command: string | null
  preview: string
  raw_bytes: number
  truncated: boolean
}
