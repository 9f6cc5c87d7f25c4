import { join } from 'node:path'
import type { Run, RunFailure } from '../../../diary/generate/run.ts'
import { workspaceFolder } from '../../../diary/settings.ts'
import { follow } from '../../../jobs/follow.ts'
import { formatCount } from '../../../kernel/numbers.ts'
import { openBrowser } from '../browser.ts'
import { Refused, usageFault } from '../failure.ts'
import { askLine, isYes } from '../input.ts'
import { RunDisplay, spentWords } from '../progress.ts'
import { interruptedExit, stopSignal } from '../stopping.ts'
import type { Terminal } from '../terminal.ts'
import type { Input } from '../verb.ts'
import { type DiaryCli, diaryVerb } from './part.ts'

export const generate = diaryVerb('diary_generate', {
  summary: 'make the report of a day: prepare it, read its turns, sum them up, write the report',
  flags: [
    ['with <mode>', 'with', 'who reads (default builtin, which needs no model)'],
    ['project <key...>', 'projects', 'only these projects of the day'],
    ['concurrency', 'concurrency', 'sessions or batches of turns read at a time (default 4)'],
    ['budget <usd>', 'budget_usd', 'start nothing more once this much was spent'],
    ['fallback <how>', 'fallback', 'turns the mode leaves: builtin fills them (default), gap leaves them'],
    ['fresh <what>', 'fresh', 'move these aside and make them again'],
  ],
  own: {
    yes: 'go on without being asked, also where transcripts are sent to a service',
    open: 'show the report in the browser when it is there',
    quiet: 'show no progress',
  },
  examples: ['generate', 'generate --yesterday --open', 'generate --date 2026-05-12 --with claude --budget 2'],
  handlesInterrupt: true,
  async ask(cli, given, { yes, quiet }) {
    const { timezone, root } = cli.settings.diary
    const wanted = { ...given, date: cli.day, timezone }
    const consent = await consentTo(cli, wanted, yes === true)
    const { run_id } = await cli.call('diary_generate', { ...wanted, consent })
    const run = await followRun(cli, run_id, quiet === true || cli.flags.json === true)
    return { run, path: join(workspaceFolder(root, run.options.date), 'report.html') }
  },
  show({ run, path }, page, { open }) {
    showRun(run, path, page)
    if (open && exitOf(run) !== interruptedExit && !run.failure) openBrowser(path)
  },
  json: ({ run }) => run,
  exit: ({ run }) => exitOf(run),
})

/**
 * Whether the person agrees to what a mode sends and costs. Nothing is asked where nothing leaves the machine, after
 * --yes, or where there is no terminal; the operation then refuses what was never agreed to.
 */
async function consentTo(
  { call, page, settings }: DiaryCli,
  { date, timezone, projects, with: wanted }: Input<'diary_generate'>,
  yes: boolean,
): Promise<boolean> {
  const mode = wanted ?? settings.diary.with
  if (mode === 'builtin' || yes || !process.stdin.isTTY) return yes
  await call('diary_prepare', { date, timezone })
  const estimate = await call('diary_estimate', { date, with: mode, projects })
  const { turns_without_chain, uncovered_turns, estimated_tokens, estimated_cost_usd, sends } = estimate
  const cost = estimated_cost_usd === null ? '' : `, about $${estimated_cost_usd.toFixed(2)}`
  page.note(`${formatCount(turns_without_chain, 'turn')} to read, ${uncovered_turns} to sum up.`)
  page.note(`About ${formatCount(estimated_tokens, 'token')}${cost}.`)
  if (sends) page.note(sends)
  if (isYes(await askLine('Go on? [y/N] '))) return true
  throw usageFault('Nothing was generated.', 'Use --with builtin, which sends nothing and costs nothing.')
}

/** Shows the run until it has ended. Ctrl-C asks it to stop; a second one ends the process at once. */
async function followRun({ app, call }: DiaryCli, run_id: string, silent: boolean): Promise<Run> {
  const { logOfRun } = await import('../../../diary/generate/run.ts')
  const display = silent ? undefined : new RunDisplay(process.stderr)
  void stopSignal().then(() => call('diary_cancel', { run_id }).catch(unlessEnded))
  const showCurrent = async () => {
    const { status: _, ...run } = await call('diary_run', { run_id })
    display?.show(run)
    return run
  }
  try {
    const events = follow(async () => logOfRun(await showCurrent()), { end: app.jobs.wait(run_id) })
    while (!(await events.next()).done);
    return await showCurrent()
  } finally {
    display?.end()
  }
}

/** Cancelling a run that has just ended is not an error. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof Refused)) throw error
}

const failureExits: { [code in RunFailure['code']]: number } = { invalid: 2, unavailable: 6, internal: 1 }
const incompleteExit = 8

function exitOf({ state, failure }: Run): number {
  if (state === 'cancelled') return interruptedExit
  if (state === 'incomplete') return incompleteExit
  return failure ? failureExits[failure.code] : 0
}

/** Turns, who read them, work items, what is missing, and where the report is. */
function showRun(run: Run, path: string, page: Terminal): void {
  const { totals, tasks, failure, options, state, mode } = run
  page.line(page.colors.bold(options.date), `  ${state}`)
  if (failure) {
    page.note(`Error: ${failure.message}; ${failure.hint}`)
    return
  }
  const chains = Object.entries(totals.chains_by_producer)
  const kinds = Object.entries(totals.work_items)
  const readers = chains.map(([reader, n]): [string, number] => [
    reader === 'builtin' ? 'the built-in reader' : reader,
    n,
  ])
  page.line(`${formatCount(totals.turns, 'turn')}, ${sum(chains)} read${readBy(readers)}`)
  // Hooks and the page build days by themselves, and a run goes on from what is there.
  if (mode !== 'builtin' && totals.fallbacks === 0 && chains.length === 1 && totals.chains_by_producer.builtin) {
    page.note(`They were read before this run. For ${mode} to read them: --fresh all`)
  }
  page.line(
    `${formatCount(sum(kinds), 'work item')}${countsText(kinds.map(([kind, n]) => [kindWords[kind] ?? kind, n]))}`,
  )
  if (totals.gaps > 0) page.line(`${formatCount(totals.gaps, 'turn')} without evidence`)
  page.line(
    totals.uncovered_turns === 0
      ? 'Every turn is in a work item'
      : `${formatCount(totals.uncovered_turns, 'turn')} in no work item`,
  )
  const spent = spentWords(totals)
  if (spent.length > 0) page.line(spent.join(' · '))
  for (const { id, error } of tasks.filter(({ state: end }) => end === 'failed' || end === 'blocked')) {
    page.note(`${id}: ${error ?? 'failed'}`)
  }
  if (state === 'cancelled') page.note('Stopped. What was written stays; run it again to go on.')
  else if (tasks.some(({ id, state: end }) => id === 'render' && end === 'done')) page.line(path)
}

function sum(counts: ReadonlyArray<readonly [name: string, n: number]>): number {
  return counts.reduce((all, [, n]) => all + n, 0)
}

function countsText(counts: ReadonlyArray<readonly [name: string, n: number]>): string {
  return counts.length === 0 ? '' : ` (${counts.map(([name, n]) => `${n} ${name}`).join(', ')})`
}

function readBy(counts: ReadonlyArray<readonly [name: string, n: number]>): string {
  const [only, ...others] = counts
  if (!only) return ''
  return others.length === 0 ? ` by ${only[0]}` : `: ${counts.map(([name, n]) => `${n} by ${name}`).join(', ')}`
}

const kindWords: { readonly [kind: string]: string } = {
  material_work_item: 'with a result',
  no_material_work_item: 'without a result',
  evidence_gap_item: 'without evidence',
}
