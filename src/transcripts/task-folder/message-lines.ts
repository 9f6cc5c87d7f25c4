import {
  instantOf,
  type MaterialLine,
  type MessageClock,
  objectIn,
  otherEvent,
  type Piece,
} from '../materialized/line.ts'
import { isObject, textAt, wordsAt } from '../record.ts'
import type { Answers } from './answers.ts'
import { callLines } from './call-lines.ts'
import { type Models, requestLines, type ShownMessage, spentLine, topicOf } from './request-lines.ts'

/** What the lines of a task are made from. */
interface Task {
  /** As they were shown to the user, in order. */
  messages: readonly unknown[]
  answers: Answers
  models: Models
}

/** The lines of all messages of a task. */
export function* messageLines({ messages, answers, models }: Task, clock: MessageClock): Generator<MaterialLine> {
  for (const [at, message] of messages.entries()) {
    if (!isObject(message)) {
      yield otherEvent(null, null, 'message')
      continue
    }
    const moment = clock.moment(instantOf(message.ts))
    const message_id = `${at + 1}`
    let parts = 0
    const piece = (role: Piece['role']): Piece => ({ role, message_id, part_id: `${message_id}.${++parts}`, ...moment })
    yield* linesOf({ message, messages, at, answers, models, piece })
  }
}

/** Messages that are known and hold nothing about the work. */
const ignoredTopics = new Set(
  'api_req_finished api_req_retried api_req_retry_delayed api_req_rate_limit_wait api_req_deleted auto_approval_max_req_reached checkpoint_created checkpoint_saved clineignore_error codebase_search_result command_output command_permission_denied compaction condense condense_context_error conditional_rules_applied diff_error error error_retry generate_explanation hook_output_stream hook_status image info load_mcp_documentation mcp_notification mcp_server_request_started mcp_server_response mistake_limit_reached new_task payment_required_prompt report_bug resume_completed_task resume_task rooignore_error shell_integration_warning shell_integration_warning_with_suggestion sliding_window_truncation subtask_result summarize_task task_progress too_many_tools_warning user_edit_todos user_feedback_diff browser_action_result subagent'.split(
    ' ',
  ),
)

function* linesOf(shown: ShownMessage): Generator<MaterialLine> {
  const { message, at, piece, models } = shown
  const topic = topicOf(message)
  const text = textAt(message, 'text') ?? ''
  const said = (role: Piece['role'], words = text): MaterialLine[] =>
    words.trim() === '' ? [] : [{ kind: 'text', ...piece(role), synthetic: false, text: words }]
  switch (topic) {
    case 'task':
    case 'user_feedback':
      yield* said('user')
      return
    case 'text':
      yield* said(at === 0 ? 'user' : 'assistant')
      return
    case 'reasoning':
      if (text.trim() !== '') yield { kind: 'thinking', ...piece('assistant'), synthetic: false, text }
      return
    case 'completion_result':
    case 'plan_completion_result':
      // The client then asks whether that was all; only the statement is taken.
      if (message.type === 'say') yield* said('assistant', withoutFlag(text))
      return
    case 'followup':
    case 'plan_mode_respond':
    case 'act_mode_respond': {
      // Where answers were offered, the one that was chosen is kept with the question.
      const asked = objectIn(text)
      yield* said('assistant', asked ? (wordsAt(asked, 'question') ?? wordsAt(asked, 'response') ?? '') : text)
      yield* said('user', wordsAt(asked ?? undefined, 'selected') ?? '')
      return
    }
    case 'api_req_started':
    case 'api_req_failed':
      yield* requestLines(shown)
      return
    case 'subagent_usage':
    case 'deleted_api_reqs':
      yield* spentLine(objectIn(text), piece('assistant'), models.at(message))
      return
    case 'condense_context': {
      const { message_id, timestamp } = piece('assistant')
      yield { kind: 'event', message_id, timestamp, name: 'compaction', text: null }
      return
    }
    case 'tool':
    case 'command':
    case 'use_mcp_server':
    case 'use_subagents':
    case 'browser_action':
    case 'browser_action_launch':
      yield* callLines(shown, topic)
      return
    default: {
      const { message_id, timestamp } = piece('assistant')
      yield otherEvent(
        message_id,
        timestamp,
        topic !== undefined && ignoredTopics.has(topic) ? null : (topic ?? 'untyped'),
      )
    }
  }
}

const changesFlag = 'HAS_CHANGES'

/** Without the mark that the client puts behind a result which changed files. */
function withoutFlag(text: string): string {
  return text.endsWith(changesFlag) ? text.slice(0, -changesFlag.length) : text
}
