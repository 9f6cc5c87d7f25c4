import type { z } from 'zod'
import { follow } from '../../../jobs/follow.ts'
import { pollMs } from '../../../jobs/jobs.ts'
import { RoomFault } from '../../../room/faults.ts'
import {
  roomRecipeList,
  roomRunCancel,
  roomRunList,
  roomRunResume,
  roomRunShow,
  roomRunSlot,
  roomRunStart,
} from '../../../room/runs/operations.ts'
import { runEvents } from '../../../room/runs/run-store.ts'
import { usageFault } from '../failure.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import { cancelledExit, interruptible } from './interrupt.ts'
import { oneOf } from './one-of.ts'
import type { RoomCli, RoomVerb } from './verb.ts'
import { block, facts, painted } from './words.ts'

type Run = z.output<typeof roomRunShow.output>

/** A run that has ended, with the texts its agents wrote. */
interface Ended {
  run: Run
  texts: { slot: string; text: string }[]
}

interface StartOptions {
  arg?: string[]
  description?: string
}

export const runStart: RoomVerb<[recipe: string], StartOptions, Ended> = {
  usage: 'start <recipe>',
  summary:
    'run a recipe to its end: tools first, then agents; Ctrl-C cancels it (exit code 4), a failure is exit code 1',
  options: [
    [
      '--arg <name=value>',
      'an argument of the recipe, its value as JSON or plain text; may be given more than once',
      'many',
    ],
    ['--description <text>', 'what it is for; agents are told'],
  ],
  examples: [
    'runs start analytical_prose --arg scene_path=Story/Scenes/SCN-04-the-causeway.md',
    'runs start structural_outline --json',
  ],
  speaks: true,
  async ask(cli, { arg = [], description }, recipe_id) {
    const args = Object.fromEntries(arg.map(argumentIn))
    const wanted = { recipe_id, args, ...(description !== undefined && { description }) }
    const interrupt = interruptible()
    try {
      return await followed(cli, (await cli.call(roomRunStart, wanted)).run_id, interrupt.signal)
    } finally {
      interrupt.release()
    }
  },
  show: showEnded,
  json: ({ run }) => run,
  exit: ({ run }) => exitOf(run),
}

export const runResume: RoomVerb<[run: string], object, Ended> = {
  usage: 'resume <run>',
  summary: 'go on with a run that failed, was cancelled or was interrupted; what is done is not done again',
  examples: ['runs resume run_…'],
  speaks: true,
  async ask(cli, _, id) {
    const interrupt = interruptible()
    try {
      return await followed(cli, (await cli.call(roomRunResume, { id })).run_id, interrupt.signal)
    } finally {
      interrupt.release()
    }
  },
  show: showEnded,
  json: ({ run }) => run,
  exit: ({ run }) => exitOf(run),
}

const statuses = roomRunList.input.shape.status.unwrap().options

export const runList: RoomVerb<[], { status?: string }, z.output<typeof roomRunList.output>> = {
  usage: 'list',
  summary: 'runs, newest first',
  options: [['--status <status>', statuses.join(', ')]],
  examples: ['runs list', 'runs list --status failed'],
  ask: ({ call }, { status }) => call(roomRunList, { status: oneOf('--status', status, statuses) }),
  show({ runs }, page) {
    const table = runs.map(
      ({ run_id, status, current_step_index, total_steps, created_at, recipe_id, description }) => [
        { text: run_id, paint: page.colors.bold },
        painted(status, page.colors),
        `${current_step_index}/${total_steps}`,
        when(created_at),
        recipe_id,
        description,
      ],
    )
    page.data(rows(table, page))
    if (runs.length === 0) page.note('There was none yet. What can be run: daybook room runs recipes')
  },
}

export const runShow: RoomVerb<[run: string], object, Ended> = {
  usage: 'show <run>',
  summary: 'one run: how each step ended, and what was written',
  examples: ['runs show run_…'],
  ask: (cli, _, id) => endedRun(cli, id),
  show: showEnded,
  json: ({ run }) => run,
}

export const runCancel: RoomVerb<[run: string], object, z.output<typeof roomRunCancel.output>> = {
  usage: 'cancel <run>',
  summary: 'end a run that is going on in another process',
  examples: ['runs cancel run_…'],
  ask: ({ call }, _, id) => call(roomRunCancel, { id }),
  show: ({ run_id, status }, page) => page.line(`${run_id}  ${status}`),
}

export const runRecipes: RoomVerb<[], object, z.output<typeof roomRecipeList.output>> = {
  usage: 'recipes',
  summary: 'what can be run',
  examples: ['runs recipes'],
  ask: ({ call }) => call(roomRecipeList, {}),
  show({ recipes }, page) {
    const { bold, red } = page.colors
    const table = recipes.map(({ recipe_id, origin, label = '', errors = [] }) => [
      { text: recipe_id, paint: errors.length > 0 ? red : bold },
      origin,
      errors.length > 0 ? errors.join('; ') : label,
    ])
    page.data(rows(table, page))
  },
}

/** Tells on stderr how each step ended, until the run has. */
async function followed(cli: RoomCli, id: string, signal: AbortSignal): Promise<Ended> {
  const room = await cli.room()
  const events = runEvents(room, id)
  let cancelling: Promise<unknown> | undefined
  for await (const told of follow(async () => events, { silenceMs: pollMs, end: room.jobs.wait(id) })) {
    for (const { type, data } of told) {
      const { step_id, status } = { step_id: '', status: '', ...data }
      if (type === 'run.step.finished') cli.page.note(visible(`… ${step_id} ${status}`))
    }
    if (signal.aborted) cancelling ??= cli.call(roomRunCancel, { id }).catch(hasEnded)
    await cancelling
  }
  return endedRun(cli, id)
}

async function endedRun({ call }: RoomCli, id: string): Promise<Ended> {
  const run = await call(roomRunShow, { id })
  const slots = Object.entries(run.cache_summary).filter(([, { type }]) => type === 'artifact')
  const texts = await Promise.all(
    slots.map(async ([slot]) => ({ slot, text: (await call(roomRunSlot, { id, slot })).text ?? '' })),
  )
  return { run, texts }
}

function showEnded({ run, texts }: Ended, page: Terminal): void {
  for (const { slot, text } of texts) {
    page.line(page.colors.bold(visible(slot)))
    block(page, text)
    page.line()
  }
  const table = run.steps.map(({ step_id, status, receipt_id, turn_id, error }) => [
    step_id,
    painted(status, page.colors),
    receipt_id ?? turn_id ?? '',
    error ?? '',
  ])
  page.data(rows(table, page))
  facts(page, [
    ['run', run.run_id],
    ['recipe', run.recipe_id],
    ['status', run.status],
    ['error', run.error],
  ])
  if (run.status === 'failed' || run.status === 'interrupted' || run.status === 'cancelled') {
    page.note(`Go on with it: daybook room runs resume ${run.run_id}`)
  }
}

function exitOf({ status }: Run): number {
  return status === 'done' ? 0 : status === 'cancelled' ? cancelledExit : 1
}

function argumentIn(given: string): [name: string, value: z.core.util.JSONType] {
  const [, name, text] = /^([^=]+)=([\s\S]*)$/.exec(given) ?? []
  if (name === undefined || text === undefined) {
    throw usageFault(
      '--arg takes a name and a value.',
      'For example: --arg scene_path=Story/Scenes/SCN-04-the-causeway.md',
      { given },
    )
  }
  try {
    return [name, JSON.parse(text)]
  } catch {
    return [name, text]
  }
}

function hasEnded(error: unknown): void {
  if (!(error instanceof RoomFault) || error.wire !== 'run_state') throw error
}
