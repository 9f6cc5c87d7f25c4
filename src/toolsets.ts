import type { Choices, Profile } from './catalog/catalog.ts'
import { contextInstructions } from './context/context.ts'
import { contextFailure } from './context/failure.ts'
import { diaryFailure, diaryInstructions } from './diary/rejection.ts'
import { homeInstructions } from './home/context.ts'
import type { Fault } from './kernel/fault.ts'
import type { Operation } from './kernel/operation.ts'
import { recordsInstructions } from './records/context.ts'
import { roomFailure, roomInstructions } from './room/faults.ts'

/** What a failure may depend on besides the fault. */
export type Failed = Pick<Operation<never>, 'effect' | 'input'>

interface Toolset {
  name: string
  /** What agents read about it when they connect. */
  instructions: string
  /** The wire shape of its failures, where it is known with the operation that failed. */
  failure: (fault: Fault, operation?: Failed) => Record<string, unknown>
  /** In a chat a failure is its text alone, and results are set for reading. */
  prose?: boolean
  /** Bytes of JSON that one call may have over HTTP, where that is less than for all. */
  bodyLimit?: number
}

function plainFailure({ code, message, details, hint }: Fault): Record<string, unknown> {
  return { error: { code, message, ...(details && { details }), recovery_hint: hint } }
}

/** In the order agents see them. */
export const toolsets: Toolset[] = [
  {
    name: 'records',
    instructions: recordsInstructions,
    failure: plainFailure,
  },
  {
    name: 'diary',
    instructions: diaryInstructions,
    failure: (fault, operation) => diaryFailure(fault, operation?.effect),
    bodyLimit: 1024 * 1024,
  },
  {
    name: 'context',
    instructions: contextInstructions,
    failure: (fault, operation) => contextFailure(fault, Object.keys(operation?.input.shape ?? {})),
    prose: true,
  },
  {
    name: 'room',
    instructions: roomInstructions,
    failure: fault => roomFailure(fault),
  },
  { name: 'home', instructions: homeInstructions, failure: plainFailure },
]

const jobsInstructions =
  'Long work of Daybook: diary_generate makes the report of a day, room_run_start runs a recipe of room_recipe_list, ' +
  'room_round_run runs one round of a conference. Clients that know tasks are given one; all others look with diary_run, ' +
  'room_run_show and room_round_status.'

/** What a daily chat needs, in a third of the tokens of everything; and long work, which a person allows by naming it. */
export const profiles: readonly Profile[] = [
  {
    name: 'core',
    instructions: `${recordsInstructions} ${contextInstructions}`,
    toolsets: ['records', 'diary', 'context'],
    operations: [
      'get_project_overview',
      'search_records',
      'search_history',
      'read_session_lines',
      'activate',
      'create_record',
      'update_record',
      'transition',
      'save_session',
      'context_build',
      'context_summarize',
    ],
    // For programs that repeat calls, have no session or branch one, and for days that are being written.
    unlisted: ['conversation_id', 'parent_session', 'idempotency_key', 'date'],
    prompts: ['newcontext', 'summarize'],
  },
  {
    name: 'jobs',
    instructions: jobsInstructions,
    toolsets: ['diary', 'room'],
    operations: [
      'diary_generate',
      'diary_run',
      'diary_cancel',
      'room_recipe_list',
      'room_run_start',
      'room_run_show',
      'room_run_cancel',
      'room_conference_open',
      'room_round_run',
      'room_round_status',
      'room_round_cancel',
    ],
    prompts: [],
  },
]

/** What a client may ask for by name. */
export const choices: Choices = { toolsets, profiles }

export function toolsetNamed(name: string): Toolset | undefined {
  return toolsets.find(toolset => toolset.name === name)
}
