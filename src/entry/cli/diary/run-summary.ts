import { join } from 'node:path'
import type { Run, RunFailure } from '../../../diary/generate/run.ts'
import { workspaceFolder } from '../../../diary/settings.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import { interruptedExit } from './interrupt.ts'
import { spentWords } from './run-display.ts'
import { counted } from './words.ts'

export function reportPath(root: string, { options: { date } }: Run): string {
  return join(workspaceFolder(root, date), 'report.html')
}

const failureExits: { [code in RunFailure['code']]: number } = { invalid: 2, unavailable: 6, internal: 1 }
const incompleteExit = 8

export function exitOfRun({ state, failure }: Run): number {
  if (state === 'cancelled') return interruptedExit
  if (state === 'incomplete') return incompleteExit
  return failure ? failureExits[failure.code] : 0
}

/** What a run came to: turns, who read them, what they add up to, what is missing, and where the report is. */
export function showRun(run: Run, path: string, page: Terminal): void {
  const { totals, tasks, failure, options, state } = run
  page.line(`${page.colors.bold(options.date)}  ${state}`)
  if (failure) {
    page.note(visible(`Error: ${failure.message}; ${failure.hint}`))
    return
  }
  const chains = Object.entries(totals.chains_by_producer)
  const kinds = Object.entries(totals.work_items)
  page.line(`${counted(totals.turns, 'turn')}, ${counted(sum(chains), 'chain')}${named(chains)}`)
  page.line(`${counted(sum(kinds), 'work item')}${named(kinds.map(([kind, n]) => [kind.replaceAll('_', ' '), n]))}`)
  if (totals.gaps > 0) page.line(`${counted(totals.gaps, 'turn')} without evidence`)
  page.line(`${counted(totals.uncovered_turns, 'uncovered turn')}`)
  const spent = spentWords(totals)
  if (spent.length > 0) page.line(spent.join(' · '))
  for (const { id, error } of tasks.filter(({ state: end }) => end === 'failed' || end === 'blocked')) {
    page.note(visible(`${id}: ${error ?? 'failed'}`))
  }
  if (state === 'cancelled') page.note('Stopped. What was written stays; run it again to go on.')
  else if (tasks.some(({ id, state: end }) => id === 'render' && end === 'done')) page.line(path)
}

function sum(counts: ReadonlyArray<readonly [name: string, n: number]>): number {
  return counts.reduce((all, [, n]) => all + n, 0)
}

function named(counts: ReadonlyArray<readonly [name: string, n: number]>): string {
  return counts.length === 0 ? '' : ` (${counts.map(([name, n]) => visible(`${name} ${n}`)).join(', ')})`
}
