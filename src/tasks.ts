import { z } from 'zod'
import type { TaskKind, TaskState } from './kernel/task.ts'

/** Every kind of long work that chats follow as tasks. Each is begun, shown and ended by operations. */
export const tasks: readonly TaskKind[] = [
  {
    begins: 'diary_generate',
    idOf: result => text(result.run_id),
    shows: 'diary_run',
    cancels: 'diary_cancel',
    argumentsOf: id => (id.startsWith('run-') ? same({ run_id: id }) : undefined),
    stateOf(shown) {
      const { state, started_at, ended_at, tasks: parts, totals, failure } = Generation.parse(shown)
      const times = parts.flatMap(part => [part.started_at, part.ended_at])
      // A run without an end that is not going on was left by a process that is gone.
      const failed: TaskState['status'] = ended_at === null ? 'interrupted' : 'failed'
      return {
        status: { ...generationStatuses, failed }[state],
        message: failure?.message ?? `${state}: ${totals.done} of ${totals.tasks} steps done`,
        createdAt: started_at,
        updatedAt: latest([started_at, ended_at, ...times]),
      }
    },
  },
  {
    begins: 'room_run_start',
    idOf: result => text(result.run_id),
    shows: 'room_run_show',
    cancels: 'room_run_cancel',
    argumentsOf: id => (id.startsWith('run_') ? same({ id }) : undefined),
    stateOf(shown) {
      const { status, created_at, updated_at, current_step_index, total_steps } = RecipeRun.parse(shown)
      return {
        status: status === 'pending' || status === 'running' ? 'working' : status,
        message: `${status}: step ${Math.min(current_step_index + 1, total_steps)} of ${total_steps}`,
        createdAt: created_at,
        updatedAt: updated_at,
      }
    },
  },
  {
    begins: 'room_round_run',
    // A round is found by its conference and number.
    idOf: ({ conferenceId, number }) => `${conferenceId}.${number}`,
    shows: 'room_round_status',
    cancels: 'room_round_cancel',
    argumentsOf(id) {
      const [conferenceId = '', number] = id.split('.')
      if (!conferenceId.startsWith('conf_') || number === undefined) return undefined
      return { shows: { conferenceId, number: Number(number) }, cancels: { id: conferenceId, n: Number(number) } }
    },
    stateOf(shown) {
      const { state, createdAt, updatedAt, turns } = Round.parse(shown)
      return {
        status: roundStatuses[state] ?? 'working',
        message: `${state}: ${turns.filter(turn => turn.state !== 'running').length} turns ended`,
        createdAt,
        updatedAt,
      }
    },
  },
]

const generationStatuses = {
  running: 'working',
  complete: 'done',
  incomplete: 'done',
  cancelled: 'cancelled',
} as const

const roundStatuses: { readonly [state: string]: TaskState['status'] } = {
  closed: 'done',
  cancelled: 'cancelled',
  interrupted: 'interrupted',
}

const Time = z.string().nullable()
const Generation = z.object({
  state: z.enum(['running', 'complete', 'incomplete', 'failed', 'cancelled']),
  started_at: z.string(),
  ended_at: Time,
  tasks: z.array(z.object({ started_at: Time, ended_at: Time })),
  totals: z.object({ tasks: z.int(), done: z.int() }),
  failure: z.object({ message: z.string() }).nullable(),
})
const RecipeRun = z.object({
  status: z.enum(['pending', 'running', 'done', 'failed', 'cancelled', 'interrupted']),
  created_at: z.string(),
  updated_at: z.string(),
  current_step_index: z.int(),
  total_steps: z.int(),
})
const Round = z.object({
  state: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  turns: z.array(z.object({ state: z.string() })),
})

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function same(args: Record<string, unknown>) {
  return { shows: args, cancels: args }
}

/** Instants of one run have one form, so their order as texts is that of time. */
function latest(instants: readonly (string | null)[]): string {
  return instants.reduce<string>((last, each) => (each !== null && each > last ? each : last), '')
}
