import { follow } from '../../../jobs/follow.ts'
import { pollMs } from '../../../jobs/jobs.ts'
import type { Group } from '../command-line.ts'
import { readPair } from '../input.ts'
import { interruptible } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'
import type { Output } from '../verb.ts'
import { cancelledExit, ignoreFault, type RoomCli, roomVerb } from './part.ts'

export const runs: Group = {
  summary: 'recipes of several steps: start, list, show, cancel, resume, recipes',
  commands: {
    start: roomVerb('room_run_start', {
      summary:
        'run a recipe to its end: tools first, then agents; Ctrl-C cancels it (exit code 4), a failure is exit code 1',
      args: { recipe: 'recipe_id' },
      flags: [['description', 'description', 'what it is for; agents see it']],
      own: {
        'arg <name=value...>':
          'an argument of the recipe, its value as JSON or plain text; may be given more than once',
      },
      examples: [
        'runs start analytical_prose --arg scene_path=Story/Scenes/SCN-04-the-causeway.md',
        'runs start structural_outline --json',
      ],
      usesKeys: true,
      input(given, { arg = [] }) {
        const example = '--arg scene_path=Story/Scenes/SCN-04-the-causeway.md'
        return { ...given, args: Object.fromEntries(arg.map(pair => readPair(pair, example))) }
      },
      ask: (cli, wanted) =>
        interruptible(async signal => followRun(cli, (await cli.call('room_run_start', wanted)).run_id, signal)),
      show: showEnded,
      json: ({ run }) => run,
      exit: exitOf,
    }),
    list: roomVerb('room_run_list', {
      summary: 'runs, newest first',
      flags: ['status'],
      examples: ['runs list', 'runs list --status failed'],
      list: 'runs',
      columns: [
        ...(['run_id', 'status'] as const),
        ({ current_step_index, total_steps }) => `${current_step_index}/${total_steps}`,
        ...(['created_at', 'recipe_id', 'description'] as const),
      ],
      empty: 'There was none yet. What can be run: daybook room runs recipes',
    }),
    show: roomVerb('room_run_show', {
      summary: 'one run: how each step ended, and what was written',
      args: { run: 'id' },
      examples: ['runs show run_…'],
      ask: (cli, { id }) => loadEnded(cli, id),
      show: showEnded,
      json: ({ run }) => run,
    }),
    cancel: roomVerb('room_run_cancel', {
      summary: 'end a run that is going on in another process',
      args: { run: 'id' },
      examples: ['runs cancel run_…'],
      line: ({ run_id, status }) => `${run_id}  ${status}`,
    }),
    resume: roomVerb('room_run_resume', {
      summary: 'go on with a run that failed, was cancelled or was interrupted; what is done is not done again',
      args: { run: 'id' },
      examples: ['runs resume run_…'],
      usesKeys: true,
      ask: (cli, { id }) =>
        interruptible(async signal => followRun(cli, (await cli.call('room_run_resume', { id })).run_id, signal)),
      show: showEnded,
      json: ({ run }) => run,
      exit: exitOf,
    }),
    recipes: roomVerb('room_recipe_list', {
      summary: 'what can be run',
      examples: ['runs recipes'],
      list: 'recipes',
      columns: ['recipe_id', 'origin', ({ label, errors }) => errors?.join('; ') || label],
    }),
  },
}

type Run = Output<'room_run_show'>

/** A run that has ended, with the texts its agents wrote. */
interface Ended {
  run: Run
  texts: { slot: string; text: string }[]
}

/** Prints on stderr how each step ended, until the run has; a signal cancels it. */
async function followRun(cli: RoomCli, id: string, signal: AbortSignal): Promise<Ended> {
  const { runEvents } = await import('../../../room/runs/run-store.ts')
  const room = await cli.room()
  const events = runEvents(room, id)
  let cancelling: Promise<unknown> | undefined
  for await (const latest of follow(async () => events, { silenceMs: pollMs, end: room.jobs.wait(id) })) {
    for (const { type, data } of latest) {
      const { step_id, status } = { step_id: '', status: '', ...data }
      if (type === 'run.step.finished') cli.page.note(`… ${step_id} ${status}`)
    }
    if (signal.aborted) cancelling ??= cli.call('room_run_cancel', { id }).catch(ignoreFault('run_state'))
    await cancelling
  }
  return loadEnded(cli, id)
}

async function loadEnded({ call }: RoomCli, id: string): Promise<Ended> {
  const run = await call('room_run_show', { id })
  const slots = Object.entries(run.cache_summary).filter(([, { type }]) => type === 'artifact')
  const texts = await Promise.all(
    slots.map(async ([slot]) => ({ slot, text: (await call('room_run_slot', { id, slot })).text ?? '' })),
  )
  return { run, texts }
}

function showEnded({ run, texts }: Ended, page: Terminal): void {
  for (const { slot, text } of texts) {
    page.line(page.colors.bold(slot))
    page.block(text)
    page.line()
  }
  page.list(run.steps, ['step_id', 'status', ({ receipt_id, turn_id }) => receipt_id ?? turn_id, 'error'])
  const { run_id, recipe_id, status, error } = run
  page.facts({ run: run_id, recipe: recipe_id, status, error })
  const isOpen = status === 'failed' || status === 'interrupted' || status === 'cancelled'
  page.note(isOpen && `Go on with it: daybook room runs resume ${run_id}`)
}

function exitOf({ run: { status } }: Ended): number {
  return status === 'done' ? 0 : status === 'cancelled' ? cancelledExit : 1
}
