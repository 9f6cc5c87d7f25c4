import type { TokenUsage } from '../event.ts'
import { FileScan } from '../file-scan.ts'
import { FolderHistory, type FolderSeen } from '../folder-history.ts'
import type { Line } from '../lines.ts'
import type { Checkpoint, FileSummary, Resume, ScannedFile, Scanner, ScanWarning } from '../reader.ts'
import { objectAt, type TranscriptRecord, wordsAt } from '../record.ts'
import { memberKey, type RecordView, recurringKey } from '../record-view.ts'
import type { Exclusion } from '../source.ts'
import { parseTimestamp } from '../timestamp.ts'
import { ForkBoundary, type ForkState, namesTurn } from './fork-boundary.ts'
import { type MessageState, Messages } from './messages.ts'
import { isAgentRecord, isScaffolding, isTokenCount, needsWholeRecord, type RecordRole } from './record-roles.ts'
import { type MetaState, OwnMeta, stemOf, uuidInName } from './session-meta.ts'
import { TokenTotals } from './token-totals.ts'
import { isSourceContext, type UserRecord, userRecordOf } from './user-text.ts'

const keys = {
  type: recurringKey('type'),
  timestamp: memberKey('timestamp'),
  payload: memberKey('payload'),
  role: recurringKey('role'),
  turn: memberKey('turn_id'),
}

interface State {
  messages: MessageState
  meta: MetaState
  fork: ForkState
  /** The first working directory a turn was given. */
  cwd: string | null
  folders: FolderSeen[]
  model: string | null
  totals: TokenUsage | null
  flat: boolean
  wrapped: boolean
  answered: boolean
}

/** Finds the turns of a Codex rollout, line by line. */
export class CodexScanner implements Scanner {
  readonly #file: ScannedFile
  readonly #scan: FileScan<State>
  readonly #messages: Messages
  readonly #meta: OwnMeta
  readonly #fork: ForkBoundary
  readonly #folders: FolderHistory
  readonly #totals: TokenTotals
  #cwd: string | null
  #model: string | null
  #flat: boolean
  #wrapped: boolean
  #answered: boolean

  constructor(file: ScannedFile, from?: Resume) {
    this.#file = file
    this.#scan = new FileScan<State>(recordTypes, from, readTypes)
    const state = this.#scan.resumed
    this.#messages = new Messages(this.#scan.turns, state?.messages)
    this.#meta = new OwnMeta(uuidInName(file.relative), state?.meta)
    this.#fork = new ForkBoundary(uuidInName(file.relative), state?.fork)
    if (this.#fork.isOpen) this.#scan.turns.hold()
    this.#folders = new FolderHistory(state?.folders)
    this.#cwd = state?.cwd ?? null
    this.#model = state?.model ?? null
    this.#totals = new TokenTotals(state?.totals ?? null)
    this.#flat = state?.flat ?? false
    this.#wrapped = state?.wrapped ?? false
    this.#answered = state?.answered ?? false
  }

  line(line: Line): void {
    const view = this.#scan.tally.look(line, 2)
    if (!view) {
      this.#scan.cover(line, null)
      return
    }
    const role: RecordRole = {
      type: view.text(keys.type),
      kind: view.textIn(keys.payload, keys.type),
      role: view.textIn(keys.payload, keys.role),
    }
    const at = this.#scan.tally.instant(instantOf(view, role))
    if (view.isObject(keys.payload)) this.#wrapped = true
    else if (isFlat(role)) this.#flat = true
    const record = needsWholeRecord(role) ? view.record() : null
    const user = record && userRecordOf(record)
    if (record) this.#note(record)
    else if (isTokenCount(role)) this.#totals.add(line)
    this.#noteFork(view, role)
    if (isAgentRecord(role, user)) {
      this.#answered = true
      this.#messages.agent()
    }
    if (user && !isSourceContext(user.beginning)) this.#beginTurn(line, at, user)
    this.#scan.cover(line, at, typeName(role), isScaffolding(role, user))
  }

  checkpoint(): Checkpoint {
    return this.#scan.checkpoint({
      messages: this.#messages.state,
      meta: this.#meta.state,
      fork: this.#fork.state,
      cwd: this.#cwd,
      folders: this.#folders.seen,
      model: this.#model,
      totals: this.#totals.current,
      flat: this.#flat,
      wrapped: this.#wrapped,
      answered: this.#answered,
    })
  }

  summary(): FileSummary {
    this.#messages.close()
    const own = this.#meta.own
    const turns = this.#scan.turns.all().map(turn => ({ ...turn, branch: own?.branch ?? null }))
    const excluded = own?.excluded ?? (turns.length === 0 ? 'no-trigger' : null)
    return this.#scan.summary({
      sessionId: own?.id ?? stemOf(this.#file.relative),
      root: own?.cwd ?? this.#cwd,
      folders: this.#folders.seen,
      repository: own?.repository ?? null,
      excluded,
      turns,
      warnings: this.#warnings(excluded),
      forkedFrom: this.#meta.ambiguous ? null : (own?.forkedFrom ?? null),
    })
  }

  #note(record: TranscriptRecord): void {
    const payload = objectAt(record, 'payload')
    if (record.type === 'session_meta') this.#meta.add(payload)
    if (record.type === 'turn_context') {
      const folder = wordsAt(payload, 'cwd')
      this.#folders.note(folder, null)
      this.#cwd ??= folder ?? null
      this.#model = wordsAt(payload, 'model') ?? this.#model
    }
  }

  /** Clients copy what they fork at once, with new times; whose turns these are only their ids say. */
  #noteFork(view: RecordView, { type, kind }: RecordRole): void {
    const fork = this.#fork
    if (type === 'session_meta' && fork.state === 'own' && (this.#meta.own?.forkedFrom ?? null) !== null) {
      fork.begin()
      if (fork.isOpen) this.#scan.turns.hold()
      return
    }
    if (!fork.isOpen || !namesTurn(type, kind)) return
    const found = fork.turn(view.textIn(keys.payload, keys.turn))
    if (found === 'own after copies') {
      this.#messages.close()
      this.#scan.turns.disown()
    } else if (found === 'own') this.#scan.turns.release()
  }

  #beginTurn(line: Line, at: number | null, user: UserRecord): void {
    const isRepeat = user.mark !== 'R' && this.#messages.repeats(line.number, at, user)
    if (isRepeat || at === null) return
    const kind = user.text.trim() === '' ? 'context' : 'message'
    const before = { usageBefore: this.#totals.current, modelBefore: this.#model }
    // Newer clients give the model much in the user's name; what a person typed, they repeat as an event.
    this.#scan.turns.begin(line, { kind, text: user.text, at, uuid: null, branch: null, ...before }, user.mark === 'R')
    this.#messages.add(line.number, at, user)
  }

  #warnings(excluded: Exclusion | null): ScanWarning[] {
    if (this.#flat && !this.#wrapped) return ['legacy-flat']
    const hasAnswersOnly = excluded === 'no-trigger' && this.#answered
    return this.#scan.types.mostlyUnknown || hasAnswersOnly ? ['format-drift'] : []
  }
}

/** A session's meta may keep its time inside. */
function instantOf(view: RecordView, { type }: RecordRole): number | null {
  const at = view.instant(keys.timestamp)
  return at === null && type === 'session_meta' ? parseTimestamp(view.textIn(keys.payload, keys.timestamp)) : at
}

const records =
  'session_meta turn_context compacted world_state inter_agent_communication inter_agent_communication_metadata security_risk_score'

const items =
  'message agent_message reasoning function_call function_call_output custom_tool_call custom_tool_call_output local_shell_call local_shell_call_output web_search_call tool_search_call tool_search_output image_generation_call ghost_snapshot compaction compaction_summary context_compaction'

const events =
  'task_started turn_started task_complete turn_complete turn_aborted user_message agent_message agent_message_delta agent_reasoning agent_reasoning_delta agent_reasoning_raw_content agent_reasoning_section_break token_count exec_command_begin exec_command_end exec_command_output_delta patch_apply_begin patch_apply_end turn_diff mcp_tool_call_begin mcp_tool_call_end web_search_begin web_search_end view_image_tool_call image_generation_begin image_generation_end dynamic_tool_call_request dynamic_tool_call_response context_compacted thread_rolled_back item_started item_completed entered_review_mode exited_review_mode error warning stream_error deprecation_notice background_event plan_update plan_delta thread_name_updated thread_settings_applied session_configured model_reroute undo_started undo_completed collab_agent_spawn_begin collab_agent_spawn_end collab_agent_interaction_begin collab_agent_interaction_end collab_waiting_begin collab_waiting_end collab_close_begin collab_close_end collab_resume_begin collab_resume_end sub_agent_activity hook_started hook_completed guardian_assessment skills_update_available thread_goal_updated'

/** Every type of record the client is known to write; one that is not here shows that the format has moved on. */
const recordTypes: ReadonlySet<string> = new Set([
  ...records.split(' '),
  ...items.split(' ').map(type => `response_item:${type}`),
  ...events.split(' ').map(type => `event_msg:${type}`),
])

const read =
  'session_meta turn_context response_item:message response_item:reasoning response_item:function_call response_item:function_call_output response_item:custom_tool_call response_item:custom_tool_call_output response_item:local_shell_call response_item:web_search_call event_msg:user_message event_msg:agent_message event_msg:token_count event_msg:item_completed event_msg:patch_apply_end event_msg:task_complete event_msg:turn_complete event_msg:turn_aborted event_msg:collab_agent_spawn_end event_msg:sub_agent_activity'

/** Of these, the types that something is taken from: what the rest say is said by others, or is of the client itself. */
const readTypes: ReadonlySet<string> = new Set(read.split(' '))

/** The type of a record, with that of its payload where it has kinds of its own. */
function typeName({ type, kind }: RecordRole): string | undefined {
  if (kind === undefined || (type !== 'response_item' && type !== 'event_msg')) return type
  return kindNames[type].get(kind) ?? `${type}:${kind}`
}

/** Names of the kinds that are known: one that is put together for a line takes as long to look up as all else of it. */
const kindNames = {
  response_item: new Map(items.split(' ').map(kind => [kind, `response_item:${kind}`])),
  event_msg: new Map(events.split(' ').map(kind => [kind, `event_msg:${kind}`])),
}

const flatTypes = new Set(['message', 'reasoning', 'function_call', 'function_call_output', 'local_shell_call'])

/** Whether a record without payload is an item as the oldest clients wrote them: bare, and without a time. */
function isFlat({ type = '' }: RecordRole): boolean {
  return flatTypes.has(type)
}
