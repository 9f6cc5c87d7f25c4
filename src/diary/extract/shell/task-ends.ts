import { allMatches, mayMatch } from './prefilter.ts'

/** The words by which task runners say that a task failed, with the name of the task. */
const taskFailures = [
  /^\[([\w:.-]+)\] ERROR task failed/gm,
  /\berror: Recipe `([\w:.-]+)` failed/g,
  /\btask: Failed to run task "([\w:.-]+)"/g,
  /\*\*\* \[(?:[^\][\n:]*:\d{1,9}: )?([\w:.-]+)\] Error/g,
  /\bLifecycle script `([\w:.-]+)` failed/g,
  /\bExecution failed for task '([\w:.-]+)'/g,
  /\bhandling the ([\w:.-]+) event returned with error code/g,
  /^nox > (?:Session|\*) ([\w.-]+?)(?:\([^)\n]{0,80}\))?:? failed\b/gm,
  /\bRunning target ([\w:.-]+) for project \S{1,200} failed\b/g,
  /#([\w:.-]{1,80}): command \(/g,
  /\bERR_PNPM_RECURSIVE_RUN_FIRST_FAIL\b {1,4}\S{1,200} ([\w:.-]+): /g,
  /^ *Failed: {1,9}[^\s#]{1,200}#([\w:.-]+)/gm,
  /^ {0,2}([\w.-]+): FAIL (?:code \d|✖)/gm,
  /^ *- nx run \S{1,200}:([\w.-]+)$/gm,
]

/** The list that Nx prints below these words. */
const listedFailures = /^Failed tasks:\s{1,9}((?:- \S{1,200}\s{1,9}){1,200})/m

/** The tasks that failed. */
export function failedTasks(text: string): string[] {
  const list = mayMatch(text, listedFailures) ? listedFailures.exec(`${text}\n`)?.[1] : undefined
  const listed = list?.match(/(?<=:)[\w.-]+(?=\s)/g) ?? []
  return [...tasksIn(text, taskFailures), ...listed]
}

/** The words by which they say that a task went well. */
const taskEnds = [
  /^\[([\w:.-]+)\] Finished in \d/gm,
  /^ {0,2}([\w.-]+): OK(?: ✔| \()/gm,
  /^nox > (?:Session|\*) ([\w.-]+?)(?:\([^)\n]{0,80}\))?(?: was successful|: success)\b/gm,
]

/** Turbo and Nx count their tasks and name those that failed: where that is all of the rest, no other was stopped. */
export function othersPassed(text: string): boolean {
  const counted =
    /^ *Tasks: {1,9}(\d{1,6}) successful, (\d{1,6}) total$/m.exec(text) ??
    /^ *✔ {1,4}(\d{1,6})\/(\d{1,6}) succeeded\b/m.exec(text)
  const named =
    /^ *Failed: {1,9}(\S{1,200}#[^\n]{1,2000})$/m.exec(text)?.[1]?.split(',') ?? text.match(/^ *- nx run \S/gm) ?? []
  return named.length > 0 && Number(counted?.[1]) + named.length === Number(counted?.[2])
}

/** The tasks that went well. */
export function endedTasks(text: string): string[] {
  return tasksIn(text, taskEnds)
}

function tasksIn(text: string, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap(pattern => allMatches(text, pattern).map(([, name = '']) => name))
}
