import { localPrincipal } from '../../../projects/roles.ts'
import { reportFailure } from '../failure.ts'
import { terminalCall } from '../store.ts'
import { type Cli, callAs, type Part, verbsOf } from '../verb.ts'

export const projectFlags = [
  ['--project <id>', 'project id or name'],
  ['--session <id>', 'work in this session'],
  ['--db <url>', 'PostgreSQL URL or SQLite file'],
  ['--json', 'print the result of the operation as JSON'],
] as const

/** The caller at a terminal, in the project of the flag, of the folder or of the settings. */
export const openTerminal: Part<Cli>['open'] = async base => {
  const caller = await terminalCall(base.app, base.settings, base.flags)
  return { ...base, caller, call: callAs(base.app, caller) }
}

export const recordsVerb = verbsOf<Cli>({
  toolset: 'records',
  report: reportFailure,
  flags: () => projectFlags,
  open: openTerminal,
  fields: { project_id: ({ flags }) => flags.project },
})

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
