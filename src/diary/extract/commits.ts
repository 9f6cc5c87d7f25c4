import { commandsIn, scriptOf, valuesOf } from './shell/commands.ts'
import { operands, programName } from './shell/programs.ts'
import type { ToolRun } from './tool-runs.ts'

export interface Commit {
  hash: string
  subject: string
  lines: number[]
}

export interface PullRequest {
  number: number
  lines: number[]
}

/** The commits whose making the output of `git commit` shows. */
export function commitsOf(runs: readonly ToolRun[]): Commit[] {
  return runs.flatMap(run => {
    const text = outputOf(run, 'git', ['commit'])
    return [...text.matchAll(/^\[[^\]\n\r\u2028\u2029]* ([0-9a-f]{7,64})\] (\S.*)$/gm)].map(
      ([, hash = '', subject = '']) => ({
        hash: hash.slice(0, 10),
        subject: subject.trim(),
        lines: run.lines,
      }),
    )
  })
}

/** The pull requests whose address the command that opens them printed. */
export function pullRequestsOf(runs: readonly ToolRun[]): PullRequest[] {
  return runs.flatMap(run => {
    const printed = `${outputOf(run, 'gh', ['pr', 'create'])}\n${outputOf(run, 'glab', ['mr', 'create'])}`
    return (printed.match(/\S+/g) ?? []).flatMap(word => {
      const number = requestNumberIn(word)
      return number === undefined ? [] : [{ number, lines: run.lines }]
    })
  })
}

function requestNumberIn(word: string): number | undefined {
  const address = word.search(/https?:\/\/[^/]/)
  const number = address < 0 ? undefined : /\/(?:pull|merge_requests)\/(\d{1,9})\b/.exec(word.slice(address))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** What a call printed that runs such a command, or nothing. */
function outputOf(run: ToolRun, program: string, subcommands: readonly string[]): string {
  const script = run.family === 'shell' ? scriptOf(run.input) : null
  if (script === null || !run.result || run.result.denied || !script.includes(program)) return ''
  const isRun = commandsIn(script).some(command => {
    const [first = '', ...args] = valuesOf(command)
    const words = operands(program, args)
    return programName(first) === program && subcommands.every((subcommand, i) => words[i] === subcommand)
  })
  return isRun ? run.result.text : ''
}
