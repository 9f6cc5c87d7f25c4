import type { App } from '../../app.ts'
import { type Flags, loadSettings, type Settings } from '../../config.ts'
import { failureOf } from '../../invoke.ts'
import { asDiskFault } from '../../kernel/disk-full.ts'
import { Fault, faultTable } from '../../kernel/fault.ts'
import { tellFailure, tellOnOneLine } from './failure.ts'
import { jsonText } from './json.ts'
import { openStore } from './open.ts'
import { tellInRoom } from './room/refusal.ts'
import { visibleLines } from './visible.ts'

/** Opens the store, does one piece of work in it and answers the exit code; failures are told on stderr. */
export async function inStore(
  flags: Flags & { json?: true },
  work: (app: App, settings: Settings) => Promise<number>,
  /** Whose words failures are told in. */
  toolset: keyof typeof tellers = 'records',
): Promise<number> {
  let app: App | undefined
  try {
    const settings = loadSettings(flags, process.env)
    app = await openStore(settings)
    return await work(app, settings)
  } catch (thrown) {
    const error = asDiskFault(thrown)
    if (!flags.json || !(error instanceof Fault)) {
      return tellers[toolset](error)
    }
    process.stderr.write(`${jsonText(failureOf(toolset, error), Boolean(process.stderr.isTTY))}\n`)
    return faultTable[error.code].exit
  } finally {
    await app?.close()
  }
}

const tellers = { records: tellFailure, diary: tellOnOneLine, context: tellInProse, room: tellInRoom }

/** Context has a text of its own for every failure, made to be read. */
function tellInProse(error: unknown): number {
  if (!(error instanceof Fault)) return tellFailure(error)
  process.stderr.write(`${visibleLines(String(failureOf('context', error).text))}\n`)
  return faultTable[error.code].exit
}
