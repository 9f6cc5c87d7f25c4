import { z } from 'zod'
import { ownValue } from '../../kernel/json.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { notFound } from '../faults.ts'
import { PageInput, pageOf } from '../page.ts'
import { cancelRun, resumeRun, runNamed, startRun, WantedRun } from './lifecycle.ts'
import { listRecipes, RecipeArg, recipeArgs } from './recipes.ts'
import { allRuns, RunRecord, runFiles, runStatuses, StepRecord } from './run-store.ts'

const RunStatus = z.object({ run_id: z.string(), status: z.enum(runStatuses) })

/** A run in a list. */
const RunSummary = z.object({
  run_id: z.string(),
  recipe_id: z.string(),
  status: z.enum(runStatuses),
  phase: RunRecord.shape.phase,
  description: z.string(),
  current_step_index: z.int(),
  total_steps: z.int(),
  attempt: z.int(),
  error: z.string().nullable(),
  created_at: z.string(),
  completed_at: z.string().nullable(),
})

const Listed = z.object({
  recipe_id: z.string(),
  origin: z.enum(['bundled', 'project']),
  label: z.string().optional(),
  task_patterns: z.array(z.string()).optional(),
  steps: z.int().optional(),
  args: z.array(RecipeArg).optional().describe('The arguments of a run'),
  errors: z.array(z.string()).optional().describe('Why it cannot be started'),
})

export const roomRecipeList = roomQuery({
  name: 'room_recipe_list',
  summary: 'The recipes of runs, shipped ones and those of the project; one with errors cannot be started.',
  routes: ['GET /api/recipes'],
  input: z.strictObject(PageInput),
  output: z.object({ recipes: z.array(Listed), nextCursor: z.string().nullable() }),
  async run(paged, { room }) {
    const [all, tools] = await Promise.all([listRecipes(room), room.tools()])
    const { items, nextCursor } = pageOf(all, ({ recipe_id }) => recipe_id, paged)
    return {
      nextCursor,
      recipes: items.map(each => {
        const { recipe_id, origin } = each
        if ('errors' in each) return { recipe_id, origin, errors: each.errors }
        const { label, task_patterns, phase_a, phase_b } = each.recipe
        const steps = phase_a.length + phase_b.length
        return { recipe_id, origin, label, task_patterns, steps, args: recipeArgs(each.recipe, tools) }
      }),
    }
  },
})

export const roomRunStart = roomCommand({
  name: 'room_run_start',
  summary: 'Starts a run of a recipe: its tools with receipts, then its agents with evidence.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/runs'],
  input: WantedRun,
  output: RunStatus,
  toStatus: () => ({ http: 201 }),
  run: async (wanted, { room }) => startRun(room, wanted),
})

export const roomRunList = roomQuery({
  name: 'room_run_list',
  summary: 'Runs, newest first.',
  routes: ['GET /api/runs'],
  input: z.strictObject({
    status: z.enum(runStatuses).optional(),
    recipe_id: z.string().max(60).optional(),
    ...PageInput,
  }),
  output: z.object({ runs: z.array(RunSummary), nextCursor: z.string().nullable() }),
  async run({ status, recipe_id, ...paged }, { room }) {
    const all = (await allRuns(room))
      .filter(run => status === undefined || run.status === status)
      .filter(run => recipe_id === undefined || run.recipe_id === recipe_id)
    const { items, nextCursor } = pageOf(all, ({ run_id }) => run_id, paged)
    return { runs: items.map(run => ({ ...run, description: run.task.description })), nextCursor }
  },
})

const { step_index, step_id, phase, status, receipt_id, turn_id, attempt, error } = StepRecord.shape
const ShortStep = z.object({ step_index, step_id, phase, status, receipt_id, turn_id, attempt, error })

export const roomRunShow = roomQuery({
  name: 'room_run_show',
  summary: 'One run: its state, how each step ended, and what it has brought.',
  routes: ['GET /api/runs/{id}'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunRecord.omit({ idempotency_key: true }).extend({
    steps: z.array(ShortStep),
    cache_summary: z.record(z.string(), z.object({ type: z.string(), preview: z.string() })),
  }),
  async run({ id }, { room }) {
    const { idempotency_key: _, ...run } = await runNamed(room, id)
    const files = runFiles(room, id)
    const [steps, cache] = await Promise.all([files.steps.read(), files.cache.read()])
    return {
      ...run,
      steps,
      cache_summary: Object.fromEntries(
        Object.entries(cache).map(([name, { type, summary }]) => [name, { type, preview: summary }]),
      ),
    }
  },
})

export const roomRunSteps = roomQuery({
  name: 'room_run_steps',
  summary: 'Everything on record about how the steps of a run ended, in order, of all attempts.',
  routes: ['GET /api/runs/{id}/steps'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: z.object({ run_id: z.string(), steps: z.array(StepRecord) }),
  async run({ id }, { room }) {
    const { run_id } = await runNamed(room, id)
    return { run_id, steps: await runFiles(room, run_id).steps.read() }
  },
})

export const roomRunSlot = roomQuery({
  name: 'room_run_slot',
  summary: 'What one step of a run brought: the data of a tool, or the text of an agent.',
  routes: ['GET /api/runs/{id}/cache/{slot}'],
  input: z.strictObject({ id: z.string().max(80), slot: z.string().max(80) }),
  output: z.object({
    slot: z.string(),
    type: z.enum(['pointer', 'artifact']),
    receipt_id: z.string().optional(),
    agent_id: z.string().optional(),
    turn_id: z.string().optional(),
    sha256: z.string().optional(),
    summary: z.string().optional(),
    text: z.string().optional(),
    data: z.unknown().optional(),
    evidence: z.unknown().optional(),
  }),
  async run({ id, slot }, { room }) {
    const { run_id } = await runNamed(room, id)
    const cache = await runFiles(room, run_id).cache.read()
    const found = ownValue(cache, slot)
    if (!found) throw notFound('slot', { run_id, slot })
    if (found.type === 'artifact') return { slot, ...found }
    const { spans: _, ...pointer } = found
    return { slot, ...pointer }
  },
})

export const roomRunCancel = roomCommand({
  name: 'room_run_cancel',
  summary: 'Ends a run that is going on, and answers when its step has stopped.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/runs/{id}/cancel'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunStatus,
  run: async ({ id }, { room }) => cancelRun(room, id),
})

export const roomRunResume = roomCommand({
  name: 'room_run_resume',
  summary: 'Goes on with a run that failed, was cancelled or was interrupted, from its first step that is not done.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/runs/{id}/resume'],
  input: z.strictObject({ id: z.string().max(80) }),
  output: RunStatus,
  toStatus: () => ({ http: 202 }),
  run: async ({ id }, { room }) => resumeRun(room, id),
})
