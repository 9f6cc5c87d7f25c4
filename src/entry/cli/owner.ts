import { localPrincipal } from '../../projects/roles.ts'
import { reportFailure } from './failure.ts'
import { boundCall, type Cli, verbsOf } from './verb.ts'

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
    return { ...base, caller, call: boundCall(base.app, caller) }
  },
  fields: {},
})
