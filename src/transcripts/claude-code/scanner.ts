import { createHash } from 'node:crypto'
import { FileScan } from '../file-scan.ts'
import { FolderHistory, type FolderSeen } from '../folder-history.ts'
import type { Line } from '../lines.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner, ScanWarning } from '../reader.ts'
import { objectAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'
import { RecordMarks } from '../record-marks.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import type { Exclusion, SaidLine } from '../source.ts'
import type { Trigger } from '../turns.ts'
import { type DoubtState, Doubts } from './doubts.ts'
import { isSubagentPath, sessionIdOf } from './paths.ts'
import { queuedText, steeringText, userVerdict, wroteByClient } from './trigger.ts'

const keys = {
  type: recurringKey('type'),
  timestamp: memberKey('timestamp'),
  uuid: memberKey('uuid'),
  cwd: recurringKey('cwd'),
  gitBranch: recurringKey('gitBranch'),
  isSidechain: memberKey('isSidechain'),
  isMeta: memberKey('isMeta'),
  isCompactSummary: memberKey('isCompactSummary'),
  sourceTool: memberKey('sourceToolAssistantUUID'),
  denial: memberKey('toolDenialKind'),
  result: memberKey('toolUseResult'),
  agentName: memberKey('agentName'),
  teamName: memberKey('teamName'),
}

/** What the account of a result repeats of the answer beside it, or of files. */
export const repeated = ['stdout', 'stderr', 'content', 'originalFile', 'oldString', 'newString', 'base64'].map(
  memberKey,
)

interface State {
  doubts: DoubtState
  queue: Queued[]
  root: string | null
  folders: FolderSeen[]
  branch: string | null
  /** Triggers that came as attachments, by the record they were made from. */
  steeredFrom: string[]
  /** Whether a sub-agent's, and whether the session's own words were seen. */
  sidechain: boolean
  main: boolean
  answered: boolean
  teammate: string | null
}

/** Finds the turns of a Claude Code session, line by line. */
export class ClaudeScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<State>
  readonly #doubts: Doubts
  readonly #queue: SteeringQueue
  readonly #marks: RecordMarks
  readonly #triggerUuids: Set<string>
  readonly #steeredFrom: Set<string>
  readonly #folders: FolderHistory
  #root: string | null
  #branch: string | null
  #sidechain: boolean
  #main: boolean
  #answered: boolean
  /** The id of the sub-agent whose session this is: one of a team writes a session of its own, as its lead does. */
  #teammate: string | null

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<State>(recordTypes, from, readTypes)
    const state = this.#scan.resumed
    this.#doubts = new Doubts(this.#scan.turns, state?.doubts)
    this.#queue = new SteeringQueue(state?.queue)
    this.#marks = new RecordMarks(from?.marks, from?.checkpoint.settledMarks)
    this.#triggerUuids = new Set(this.#scan.turns.uuids())
    this.#steeredFrom = new Set(state?.steeredFrom)
    this.#folders = new FolderHistory(state?.folders)
    this.#root = state?.root ?? null
    this.#branch = state?.branch ?? null
    this.#sidechain = state?.sidechain ?? false
    this.#main = state?.main ?? false
    this.#answered = state?.answered ?? false
    this.#teammate = state?.teammate ?? null
  }

  line(line: Line): void {
    const view = this.#scan.tally.look(line, 2)
    this.#doubts.reached(line.number)
    if (!view) {
      this.#scan.cover(line, null)
      return
    }
    const at = this.#scan.tally.instant(view.instant(keys.timestamp))
    const type = view.text(keys.type)
    this.#note(view, type, at)
    if (type === 'user' || type === 'assistant') this.#speech(view, type)
    if (type === 'user' && !isMachineRow(view, line)) this.#message(line, withoutResult(view), at)
    else if (type === 'attachment') this.#steering(line, view.record(), at)
    else if (type === 'queue-operation') this.#removal(line, view.record(), at)
    this.#scan.cover(line, at, isOfSubagent(view, type, line) ? 'progress:agent' : type)
  }

  checkpoint(): Checkpoint {
    const state: State = {
      doubts: this.#doubts.state,
      queue: this.#queue.state,
      root: this.#root,
      folders: this.#folders.seen,
      branch: this.#branch,
      steeredFrom: [...this.#steeredFrom],
      sidechain: this.#sidechain,
      main: this.#main,
      answered: this.#answered,
      teammate: this.#teammate,
    }
    return this.#scan.checkpoint(state, this.#marks.count)
  }

  summary(): FileSummary {
    this.#doubts.close()
    const turns = this.#scan.turns.all()
    const excluded = this.#excluded(turns.length)
    return this.#scan.summary({
      sessionId: (excluded === 'subagent' ? this.#teammate : null) ?? sessionIdOf(this.#file.relative),
      root: this.#root,
      folders: this.#folders.seen,
      excluded,
      turns,
      warnings: this.#warnings(excluded),
      marks: this.#marks.packed(),
    })
  }

  #note(view: RecordView, type: string | undefined, at: number | null): void {
    const folder = words(view.text(keys.cwd))
    this.#root ??= folder ?? null
    const branch = words(view.text(keys.gitBranch))
    if (branch !== undefined) this.#branch = branch === 'HEAD' ? null : branch
    this.#folders.note(folder, branch === 'HEAD' ? null : (branch ?? null))
    if (at !== null) view.mark(keys.uuid, this.#marks, at)
    if (type !== 'user' && type !== 'assistant') return
    if (view.isTrue(keys.isSidechain)) this.#sidechain = true
    else {
      this.#main = true
      if (type === 'assistant') this.#answered = true
      else if (!this.#answered) this.#teammate ??= teammateIn(view)
    }
  }

  /** The next thing said decides about the command before it. */
  #speech(view: RecordView, type: string): void {
    if (!this.#doubts.openCommand) return
    if (type === 'user') {
      const wrote = wroteByClient(view.record())
      if (wrote !== null) this.#doubts.client(wrote)
      if (wrote === 'answer' || view.isTrue(keys.isMeta)) return
    }
    const triggers = this.#doubts.spoken(type === 'user' ? 'user' : 'agent')
    for (const { uuid } of triggers) if (uuid !== null) this.#triggerUuids.add(uuid)
  }

  #message(line: Line, record: TranscriptRecord, at: number | null): void {
    const verdict = userVerdict(record)
    if ((verdict.is !== 'trigger' && verdict.is !== 'command') || at === null) return
    const uuid = textAt(record, 'uuid') ?? null
    if (uuid !== null && this.#steeredFrom.has(uuid)) return
    const isCommand = verdict.is === 'command'
    const kind = isCommand ? 'command' : verdict.kind
    this.#begin(line, { kind, text: verdict.text, at, uuid, branch: this.#branch }, isCommand)
    if (isCommand) this.#doubts.command({ line: line.number, text: verdict.text, uuid })
    else this.#doubts.delivered(line.number, verdict.text)
  }

  #steering(line: Line, record: TranscriptRecord, at: number | null): void {
    const text = steeringText(record)
    if (text === null || at === null) return
    const source = textAt(objectAt(record, 'attachment'), 'source_uuid')
    if (source !== undefined) {
      const isKnown = this.#steeredFrom.has(source) || this.#triggerUuids.has(source)
      this.#steeredFrom.add(source)
      if (isKnown) return
    }
    const uuid = textAt(record, 'uuid') ?? null
    const isRepeat = source !== undefined && this.#doubts.openCommand?.uuid === source
    this.#begin(line, { kind: 'steering', text, at, uuid, branch: this.#branch }, isRepeat)
    if (isRepeat) this.#doubts.repeat({ line: line.number, text, uuid })
    else this.#doubts.delivered(line.number, text)
  }

  #removal(line: Line, record: TranscriptRecord, at: number | null): void {
    const taken = this.#queue.apply(record, line)
    const text = taken && queuedText(taken.text.trim())
    if (text === null || at === null || !this.#doubts.mayRemove(line.number, text)) return
    // Rows of the queue have no id, but a copy of the session has the same text at the same time.
    const uuid = `queued ${at} ${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
    const said = taken && taken.line !== line.number ? { said: { line: taken.line, byte: taken.byte } } : {}
    this.#begin(line, { kind: 'steering', text, at, uuid, branch: this.#branch, ...said }, true)
    this.#doubts.removal({ line: line.number, text })
  }

  #begin(line: Line, trigger: Trigger, doubtful = false): void {
    if (trigger.uuid !== null && !doubtful) this.#triggerUuids.add(trigger.uuid)
    this.#scan.turns.begin(line, trigger, doubtful)
  }

  #excluded(turns: number): Exclusion | null {
    if (isSubagentPath(this.#file.relative) || (this.#sidechain && !this.#main)) return 'subagent'
    if (turns > 0) return null
    return this.#teammate === null ? 'no-trigger' : 'subagent'
  }

  #warnings(excluded: Exclusion | null): ScanWarning[] {
    const hasAnswersOnly = excluded === 'no-trigger' && this.#answered
    return this.#scan.types.mostlyUnknown || hasAnswersOnly ? ['format-drift'] : []
  }
}

/** As the call names it that started the sub-agent. */
function teammateIn(view: RecordView): string | null {
  const [agent, team] = [words(view.text(keys.agentName)), words(view.text(keys.teamName))]
  return agent !== undefined && team !== undefined ? `${agent}@${team}` : null
}

/** What C4 and C5 can decide without reading the record: most rows of type `user` are results of tools. */
function isMachineRow(view: RecordView, line: Line): boolean {
  if (words(view.text(keys.sourceTool)) !== undefined && !mayHoldWords(view, line)) return true
  return view.isTrue(keys.isSidechain) || view.isTrue(keys.isMeta) || view.isTrue(keys.isCompactSummary)
}

/** A record without the long texts of its second account of a result, which is most of its bytes. */
export function withoutResult(view: RecordView): TranscriptRecord {
  return view.recordWithout([], keys.result, repeated)
}

/** In rows that show what a sub-agent did. */
export const subagentSign = Buffer.from('"agent_progress"')

/** Whether a row shows what a sub-agent did; such rows may be most of a file. */
function isOfSubagent(view: RecordView, type: string | undefined, { bytes }: Line): boolean {
  return type === 'progress' && view.hasProgress() && bytes?.includes(subagentSign) === true
}

const signOfWords = Buffer.from('user said:')

/** A person's words beside results are a block of text of their own; those of a refusal follow some words in it. */
function mayHoldWords(view: RecordView, { bytes }: Line): boolean {
  if (view.hasKeyText()) return true
  return (view.hasError() || view.has(keys.denial)) && bytes !== null && bytes.includes(signOfWords)
}

function words(text: string | undefined): string | undefined {
  return text !== undefined && text.trim() !== '' ? text : undefined
}

/** A message in the queue, with the number of its line. */
interface Queued extends SaidLine {
  text: string
}

/** The messages the user has queued and the agent has not taken yet. */
class SteeringQueue {
  #waiting: Queued[]

  constructor(waiting: readonly Queued[] = []) {
    this.#waiting = [...waiting]
  }

  get state(): Queued[] {
    return [...this.#waiting]
  }

  /** What a `queue-operation` took out in the middle of the agent's work, in the user's words (C2). */
  apply(record: TranscriptRecord, { number: line, start: byte }: Line): Queued | null {
    switch (record.operation) {
      case 'enqueue':
        this.#waiting.push({ text: textAt(record, 'content') ?? '', line, byte })
        return null
      case 'popAll':
        this.#waiting = []
        return null
      case 'dequeue':
        this.#waiting.shift()
        return null
      case 'remove': {
        const oldest = this.#waiting.shift()
        const own = wordsAt(record, 'content')
        return own === undefined ? (oldest ?? null) : { text: own, line, byte }
      }
      default:
        return null
    }
  }
}

/** Every type of record the client is known to write; one that is not here shows that the format has moved on. */
const recordTypes: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'attachment',
  'progress',
  'progress:agent',
  'queue-operation',
  'summary',
  'file-history-snapshot',
  'permission-mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'agent-name',
  'agent-color',
  'agent-setting',
  'pr-link',
  'tag',
  'mode',
  'task-summary',
  'worktree-state',
  'content-replacement',
  'speculation-accept',
  'attribution-snapshot',
  'file-history-delta',
  'bridge-session',
  'cost-state',
  'frame-link',
  'saved_hook_context',
  'atis-latch',
])

/** Of these, the types that something is taken from. */
const readTypes: ReadonlySet<string> = new Set(['user', 'assistant', 'attachment', 'queue-operation', 'pr-link'])
