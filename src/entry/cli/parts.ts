import { failureOf } from '../../invoke.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { reportFailure } from './failure.ts'
import { visibleLines } from './rows.ts'
import { terminalCall } from './store.ts'
import { type Cli, callAs, type Part, verbsOf } from './verb.ts'

/** What most parts have in common: the caller at a terminal, in the project of the flag, of the folder or of the settings. */
const atTerminal = {
  report: reportFailure,
  flags: () =>
    [
      ['--project <id>', 'project id or name'],
      ['--session <id>', 'work in this session'],
      ['--db <url>', 'PostgreSQL URL or SQLite file'],
      ['--json', 'print the result of the operation as JSON'],
    ] as const,
  async open(base: Parameters<Part<Cli>['open']>[0]) {
    const caller = await terminalCall(base.app, base.settings, base.flags)
    return { ...base, caller, call: callAs(base.app, caller) }
  },
}

export const recordsVerb = verbsOf<Cli>({
  ...atTerminal,
  toolset: 'records',
  fields: { project_id: ({ flags }) => flags.project },
})

export const contextVerb = verbsOf<Cli>({
  ...atTerminal,
  toolset: 'context',
  report: reportInProse,
  // The project named with --project, else that of the folder or the pin, else the default one.
  fields: { projectId: async ({ flags, call }) => flags.project ?? (await call('get_project', {})).id },
})

export const homeVerb = verbsOf<Cli>({ ...atTerminal, toolset: 'home', fields: {} })

/** Verbs for the owner at the machine itself, which no operation offers to others. */
export const ownerVerb = verbsOf<Cli>({
  toolset: 'records',
  report: reportFailure,
  flags: () => [
    ['--db <url>', 'PostgreSQL URL or SQLite file'],
    ['--json', 'print the result as JSON'],
  ],
  settingsFrom: ({ db }) => ({ db }),
  async open(base) {
    const caller = { principal: localPrincipal, by: 'cli' }
    return { ...base, caller, call: callAs(base.app, caller) }
  },
  fields: {},
})

/** Context has a text of its own for every failure, made to be read. */
function reportInProse(error: unknown): number {
  if (!(error instanceof Fault)) return reportFailure(error)
  process.stderr.write(`${visibleLines(String(failureOf('context', error).text))}\n`)
  return faultTable[error.code].exit
}
