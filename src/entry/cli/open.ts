import { mkdirSync } from 'node:fs'
import { type App, openApp } from '../../app.ts'
import type { Settings } from '../../config.ts'
import type { Call } from '../../kernel/call.ts'
import { Fault } from '../../kernel/fault.ts'
import { projectAtFolder } from '../../projects/at-folder.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { visible } from './visible.ts'

/** The program's store under the given settings, with its log on stderr. */
export async function openStore(
  { home, location, records, diary, context, now }: Settings,
  /** Whether others than the person at this machine may reach what is opened. */
  { reachable = false } = {},
): Promise<App> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  try {
    return await openApp({
      location,
      records,
      diary,
      context: { ...context, pathRoots: reachable ? context.pathRoots : undefined },
      ...(now !== undefined && { clock: () => now }),
      log: line => void process.stderr.write(`${line}\n`),
    })
  } catch (error) {
    if (error instanceof Fault) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new Fault('INTERNAL', `The database cannot be opened: ${visible(reason)}.`, {
      hint: 'Nothing was changed. See what is wrong with it: daybook doctor',
      cause: error,
    })
  }
}

/** Who calls from a terminal, and the project and session meant when the arguments name none. */
export async function terminalCall(
  app: App,
  settings: Pick<Settings, 'project' | 'session'>,
  flags: { project?: string | undefined },
): Promise<Call> {
  const named = flags.project || (await app.db.read(tx => projectAtFolder(tx, process.cwd())))
  return {
    principal: localPrincipal,
    by: 'cli',
    session: settings.session,
    project: named ?? settings.project,
    folder: process.cwd(),
  }
}
