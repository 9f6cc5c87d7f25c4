import type { Run } from '../../../diary/generate/run.ts'
import { logOfRun } from '../../../diary/generate/run-events.ts'
import { diaryCancel } from '../../../diary/operations/diary-cancel.ts'
import { diaryGenerate } from '../../../diary/operations/diary-generate.ts'
import { diaryRun } from '../../../diary/operations/diary-run.ts'
import { type GenerationMode, generationModes } from '../../../diary/settings.ts'
import { follow } from '../../../jobs/follow.ts'
import { openBrowser } from '../browser.ts'
import { usageFault } from '../failure.ts'
import { stopSignal } from '../stopping.ts'
import { agreedTo } from './agree.ts'
import { Refused } from './refusal.ts'
import { RunDisplay } from './run-display.ts'
import { exitOfRun, reportPath, showRun } from './run-summary.ts'
import type { DiaryCli, DiaryVerb } from './verb.ts'
import { numberIn } from './words.ts'

interface Options {
  with?: string
  project?: string[]
  concurrency?: string
  budget?: string
  fallback?: string
  fresh?: string
  yes?: true
  open?: true
  quiet?: true
  json?: true
}

export const generate: DiaryVerb<[], Options, { run: Run; path: string }> = {
  usage: 'generate',
  summary: 'make the report of a day: prepare it, read its turns, sum them up, write the report',
  options: [
    ['--with <mode>', `who reads: ${generationModes.join(', ')} (default builtin, which needs no model)`],
    ['--project <key...>', 'only these projects of the day'],
    ['--concurrency <n>', 'sessions or batches of turns read at a time (default 4)'],
    ['--budget <usd>', 'start nothing more once this much was spent'],
    ['--fallback <how>', 'turns the mode leaves: builtin fills them (default), gap leaves them'],
    ['--fresh <what>', 'keep evidence, synthesis or all aside and make it anew'],
    ['--yes', 'go on without being asked, also where transcripts are sent to a service'],
    ['--open', 'show the report in the browser when it is there'],
    ['--quiet', 'do not tell how far it is'],
  ],
  examples: ['generate', 'generate --yesterday --open', 'generate --date 2026-05-12 --with claude --budget 2'],
  handlesInterrupt: true,
  async ask(cli, options) {
    const { day, settings } = cli
    const wanted = argumentsFrom(options)
    const place = { date: day, timezone: settings.diary.timezone }
    const mode = wanted.with ?? settings.diary.with
    const consent = await agreedTo(cli, mode, { ...place, projects: wanted.projects }, options.yes === true)
    const { run_id } = await cli.call(diaryGenerate, { ...place, ...wanted, consent })
    const run = await followed(cli, run_id, options.quiet === true || options.json === true)
    return { run, path: reportPath(settings.diary.root, run) }
  },
  show({ run, path }, page, { open }) {
    showRun(run, path, page)
    if (open && exitOfRun(run) !== 130 && !run.failure) openBrowser(path)
  },
  json: ({ run }) => run,
  exit: ({ run }) => exitOfRun(run),
}

function argumentsFrom({ project, concurrency, budget, fallback, fresh, ...options }: Options) {
  return {
    with: oneOf<GenerationMode>('--with', options.with, generationModes),
    projects: project,
    concurrency: numberIn(concurrency, '--concurrency'),
    budget_usd: amountIn(budget),
    fallback: oneOf('--fallback', fallback, ['builtin', 'gap'] as const),
    fresh: oneOf('--fresh', fresh, ['evidence', 'synthesis', 'all'] as const),
  }
}

function oneOf<T extends string>(flag: string, given: string | undefined, known: readonly T[]): T | undefined {
  if (given === undefined) return undefined
  const found = known.find(each => each === given)
  if (found) return found
  throw usageFault(`${flag} does not know that word.`, `It takes one of: ${known.join(', ')}.`, { given })
}

function amountIn(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^\d{1,6}(\.\d{1,6})?$/.test(given)) return Number(given)
  throw usageFault('--budget takes an amount in US dollars.', 'For example: --budget 2.50')
}

/** Shows the run until it has ended. Ctrl-C asks it to stop; a second one ends the process at once. */
async function followed({ app, call }: DiaryCli, run_id: string, silent: boolean): Promise<Run> {
  const display = silent ? undefined : new RunDisplay(process.stderr)
  void stopSignal().then(() => call(diaryCancel, { run_id }).catch(hasEnded))
  const look = async () => {
    const { status: _, ...run } = await call(diaryRun, { run_id })
    display?.show(run)
    return run
  }
  try {
    const events = follow(async () => logOfRun(await look()), { end: app.jobs.wait(run_id) })
    while (!(await events.next()).done);
    return await look()
  } finally {
    display?.end()
  }
}

/** Whoever stops a run that has just ended has what they want. */
function hasEnded(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}
