import { stripVTControlCharacters } from 'node:util'
import type { ResultEvent } from '../../transcripts/event.ts'
import { isObject } from '../../transcripts/record.ts'
import { pathOf } from '../../transcripts/tool-input.ts'
import { scriptOf } from './shell/commands.ts'
import type { ToolRun } from './tool-runs.ts'

/** How the script of a call ended, as far as the turn shows. */
export interface RunEnd {
  text: string
  /** Null where the run has not ended, or its status does not show. */
  exit: number | null
  /** `refused`: nothing was started; `stopped`: it was ended from outside before its own end. */
  stop: 'refused' | 'stopped' | null
  /** Its end does not show: more may have been printed since. */
  isOpen: boolean
  lines: number[]
  resultLine: number
}

/** How a run ended; one in the background is asked for later by its id, or its end is announced. */
export function endOf(run: ToolRun, result: ResultEvent, runs: readonly ToolRun[]): RunEnd {
  const here = runEnd(result, run.lines)
  if (result.denied || isToolError(result)) return { ...here, exit: null, stop: 'refused' }
  const started: RunEnd = { ...here, exit: null, stop: null, isOpen: true }
  if (result.running !== undefined) return started
  const id = backgroundId(result, here.text)
  if (id === null && run.input.run_in_background !== true) return here
  const later = runs.filter(({ at, result: answer }) => at > run.at && answer !== null)
  const poll = later.findLast(each => id !== null && asksFor(each, id))
  const isPolled = poll?.result && !poll.result.text.includes('<status>running</status>')
  const announced = announcedEnd(run)
  const file = outputFileOf(result, run)
  const reading = file === null ? undefined : later.findLast(each => reads(each, file))
  const shown = isPolled ? poll : reading
  if (!shown?.result) {
    if (announced)
      return { ...started, text: '', isOpen: false, ...announced, lines: [...started.lines, announced.resultLine] }
    return later.some(each => id !== null && each.name === 'KillShell' && asksFor(each, id))
      ? { ...started, stop: 'stopped' }
      : started
  }
  const code = /<exit_code>(\d{1,3})<\/exit_code>/.exec(shown.result.text)?.[1]
  const polled = runEnd(shown.result, [...run.lines, ...shown.lines])
  const exit = code === undefined ? (isPolled ? polled.exit : null) : Number(code)
  const status = announced?.exit ?? exit
  return {
    ...polled,
    // A file that is read has its lines numbered.
    text: isPolled ? polled.text : polled.text.replace(/^ *\d{1,9}[→\t]/gm, ''),
    exit: status,
    stop:
      announced?.stop ?? (/<status>(?:killed|stopped)<\/status>/.test(shown.result.text) ? 'stopped' : stopOf(status)),
    lines: [...polled.lines, ...(announced ? [announced.resultLine] : [])],
  }
}

function runEnd(result: ResultEvent, lines: number[]): RunEnd {
  // Below the output the client may say where its shell goes on.
  const text = stripVTControlCharacters(result.text).replace(/(?:^|\n)Shell cwd was reset to [^\n]{1,400}\s*$/, '')
  const exit = result.exit ?? (result.error ? 1 : null)
  const isStopped =
    result.interrupted || timedOut.test(text.slice(0, 400)) || /^\[Request interrupted by user/.test(text)
  return {
    text,
    exit: isStopped ? null : exit,
    stop: isStopped ? 'stopped' : stopOf(exit),
    isOpen: false,
    lines,
    resultLine: result.line,
  }
}

const timedOut =
  /^(?:Exit code \d{1,3}\s+)?(?:Error: )?Command timed out after |\bcommand timed out after \d+ milliseconds/i

/** By a signal, or by `timeout`. */
const signals = new Set([124, 130, 137, 143])

function stopOf(exit: number | null): RunEnd['stop'] {
  return exit !== null && signals.has(exit) ? 'stopped' : null
}

/** The client's own words for a call that it did not carry out. */
function isToolError({ error, exit, text }: ResultEvent): boolean {
  return error && exit === null && notCarriedOut.test(text)
}

const notCarriedOut =
  /^(?:<tool_use_error>|Error: )?(?:Permission to use |This command requires approval|This Bash command |Claude requested permissions|InputValidationError|Input validation error|Cancelled: parallel tool call|Sibling tool call errored|No such tool available|The user doesn't want)/

/** What the client announced of a run in the background. */
function announcedEnd({ notice }: ToolRun): Pick<RunEnd, 'exit' | 'stop' | 'resultLine'> | null {
  if (!notice) return null
  const code = /\bexit code (\d{1,3})\b/.exec(notice.text)?.[1]
  const status = /<status>(\w+)<\/status>/.exec(notice.text)?.[1] ?? ''
  const exit = code !== undefined ? Number(code) : status === 'completed' ? 0 : null
  return { exit, stop: /^(?:killed|stopped)$/.test(status) ? 'stopped' : stopOf(exit), resultLine: notice.line }
}

/** A command in the background has a result while it still runs. */
function backgroundId({ detail }: ResultEvent, text: string): string | null {
  if (isObject(detail) && typeof detail.backgroundTaskId === 'string') return detail.backgroundTaskId
  return /\brunning in (?:the )?background with ID:? ([\w-]+)/.exec(text)?.[1] ?? null
}

function asksFor({ input }: ToolRun, id: string): boolean {
  const asked = [input.task_id, input.bash_id, input.shell_id, input.session_id]
  return asked.some(each => each !== undefined && String(each) === id)
}

/** Where the client writes what a run in the background prints. */
function outputFileOf({ text }: ResultEvent, { notice }: ToolRun): string | null {
  const named = /<output-file>([^<\n]+)<\/output-file>/.exec(notice?.text ?? '')?.[1]
  return named ?? /\bOutput is being written to: (\S+)/.exec(text)?.[1] ?? null
}

function reads({ family, input }: ToolRun, file: string): boolean {
  return family === 'read' ? pathOf(input) === file : family === 'shell' && (scriptOf(input) ?? '').includes(file)
}
