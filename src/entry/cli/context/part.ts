import { failureOf } from '../../../invoke.ts'
import { Fault, faultTable } from '../../../kernel/fault.ts'
import { reportFailure } from '../failure.ts'
import { openTerminal, projectFlags } from '../records/part.ts'
import { type Cli, verbsOf } from '../verb.ts'
import { visibleLines } from '../visible.ts'

export const contextVerb = verbsOf<Cli>({
  toolset: 'context',
  report: reportInProse,
  flags: () => projectFlags,
  open: openTerminal,
  // The project named with --project, else that of the folder or the pin, else the default one.
  fields: { projectId: async ({ flags, call }) => flags.project ?? (await call('get_project', {})).id },
})

/** Context has a text of its own for every failure, made to be read. */
function reportInProse(error: unknown): number {
  if (!(error instanceof Fault)) return reportFailure(error)
  process.stderr.write(`${visibleLines(String(failureOf('context', error).text))}\n`)
  return faultTable[error.code].exit
}
