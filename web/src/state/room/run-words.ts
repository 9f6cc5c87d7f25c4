import { capitalize } from '../../../../src/kernel/words.ts'
import type { RunRecord } from '../../../../src/room/runs/run-store.ts'

export const runWords: { readonly [status in RunRecord['status']]: string } = {
  pending: 'Waiting to start',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  interrupted: 'Interrupted',
}

export function isRunning(status: RunRecord['status']): boolean {
  return status === 'pending' || status === 'running'
}

/** The errors of a run or of one of its steps, in plain words. */
export function runErrorWords(error: string): string {
  const [code = '', ...rest] = error.split(':')
  if (code === 'step_failed') return `A step failed. ${runErrorWords(rest.slice(1).join(':'))}`
  return errorWords[code] ?? 'It ended with an error.'
}

const errorWords: { readonly [code: string]: string } = {
  ref_unresolved: 'A required input is missing, or an earlier step did not produce it.',
  no_agent: 'No enabled agent has the role. Enable one in the settings, then resume.',
  dod_failed: 'Every step ended, but one of the recipe’s checks failed.',
  recipe_changed: 'The recipe was changed since the run started. Start a new run.',
  cancelled: 'It was cancelled.',
  internal: 'Daybook failed. Resume it; if the problem persists, run “daybook doctor”.',
  'invalid-args': 'The arguments are not valid for the tool.',
}

/** `scene_path` → "Scene path". */
export function argLabel(name: string): string {
  return capitalize(name.replaceAll('_', ' '))
}
