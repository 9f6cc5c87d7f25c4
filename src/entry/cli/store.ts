import { existsSync, mkdirSync } from 'node:fs'
import { type App, openApp } from '../../app.ts'
import { type Flags, loadSettings, type Settings } from '../../config.ts'
import { isPostgres } from '../../db/db.ts'
import { failureOf } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import { asDiskFault } from '../../kernel/disk-full.ts'
import { errorMessage, Fault, faultTable } from '../../kernel/fault.ts'
import { projectAtFolder } from '../../projects/at-folder.ts'
import { localPrincipal } from '../../projects/roles.ts'
import { Refused, reportFailure, reportRefusal } from './failure.ts'
import { ownCommand } from './installed.ts'
import { jsonText } from './rows.ts'

/** The program's store under the given settings, with its log on stderr unless it has another. */
export async function openStore(
  { home, location, records, diary, context, now }: Settings,
  {
    reachable = false,
    waitMs,
    later = false,
    log = line => void process.stderr.write(`${line}\n`),
  }: {
    /** Whether others than the person at this machine may reach what is opened. */
    reachable?: boolean
    waitMs?: number | undefined
    later?: boolean
    log?: (line: string) => void
  } = {},
): Promise<App> {
  mkdirSync(home, { recursive: true, mode: 0o700 })
  try {
    return await openApp({
      location,
      waitMs,
      later,
      records,
      diary,
      context: { ...context, pathRoots: reachable ? context.pathRoots : undefined },
      command: ownCommand(),
      ...(now !== undefined && { clock: () => now }),
      log,
    })
  } catch (error) {
    if (error instanceof Fault) throw error
    throw new Fault('INTERNAL', `The database cannot be opened: ${errorMessage(error)}.`, {
      hint: 'Nothing was changed. See what is wrong with it: daybook doctor',
      cause: error,
    })
  }
}

/** How the failures of a command are worded. */
export interface Wording {
  toolset: string
  /** Reports a failure on stderr and answers the exit code. */
  report(error: unknown): number
  /** Where there is no database, none is made. */
  needsStore?: boolean | undefined
}

/** Opens the store, does one piece of work in it and answers the exit code; failures are reported on stderr. */
export async function inStore(
  flags: Flags & { json?: true | undefined },
  work: (app: App, settings: Settings) => Promise<number>,
  wording: Wording = { toolset: 'records', report: reportFailure },
): Promise<number> {
  let app: App | undefined
  try {
    const settings = loadSettings(flags, process.env)
    if (wording.needsStore) findStore(settings)
    app = await openStore(settings)
    return await work(app, settings)
  } catch (thrown) {
    return reportThrown(thrown, Boolean(flags.json), wording)
  } finally {
    await app?.close()
  }
}

function findStore({ location }: Settings): void {
  if (isPostgres(location) || existsSync(location)) return
  throw new Fault('NOT_FOUND', 'There is no database here.', {
    details: { location },
    hint: 'Name the home with DAYBOOK_HOME. Where one was lost, bring it back: daybook restore <file> --replace',
  })
}

/** For a person in the words of the toolset, for a program as JSON. */
export function reportThrown(thrown: unknown, asJson: boolean, { toolset, report }: Wording): number {
  const error = asDiskFault(thrown)
  if (error instanceof Refused) return reportRefusal(error, asJson)
  if (!asJson || !(error instanceof Fault)) return report(error)
  process.stderr.write(`${jsonText(failureOf(toolset, error), Boolean(process.stderr.isTTY))}\n`)
  return faultTable[error.code].exit
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
