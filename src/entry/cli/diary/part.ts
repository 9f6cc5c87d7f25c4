import { targetDay } from '../../../diary/dates/window.ts'
import type { Call } from '../../../kernel/call.ts'
import { Fault, faultTable } from '../../../kernel/fault.ts'
import { localPrincipal } from '../../../projects/roles.ts'
import { explain, reportFailure } from '../failure.ts'
import { ProgressLine } from '../progress.ts'
import { interruptedExit } from '../stopping.ts'
import { type Cli, callAs, type PartFlags, verbsOf } from '../verb.ts'

export interface DiaryCli extends Cli {
  /** The day the flags name; today unless they name one. */
  day: string
  /** The day as operations take it; absent when nothing names one and DAYBOOK_WORKSPACE does. */
  target: { date?: string }
}

const dayFlags = [
  ['--date <day>', 'the day, YYYY-MM-DD; today when none is named'],
  ['--today', 'the day that is going on'],
  ['--yesterday', 'the day before'],
] as const

const placeFlags = [
  ['--timezone <zone>', 'IANA name of the zone whose days are meant'],
  ['--root <folder>', 'where days and reports are kept'],
  ['--db <url>', 'PostgreSQL URL or SQLite file'],
  ['--json', 'print the result of the operation as JSON'],
] as const

export const diaryVerb = verbsOf<DiaryCli>({
  toolset: 'diary',
  report: reportOnOneLine,
  flags: ({ dayless }) => [...(dayless ? [] : dayFlags), ...placeFlags],
  settingsFrom: ({ db, root, timezone }) => ({ db, diaryRoot: root, timezone }),
  async open(base, { progress, handlesInterrupt, dayless }) {
    const { app, settings, flags } = base
    if (!handlesInterrupt) endOnInterrupt()
    // Two flags, an impossible day or one still to come are refused here, before anything is asked.
    const day = targetDay(flags, app.clock(), settings.diary.timezone)
    const isNamed = namesDay(flags) || settings.diary.workspace === undefined
    const target = isNamed && !dayless ? { date: day } : {}
    const line = progress && !flags.quiet ? new ProgressLine(process.stderr) : undefined
    const caller: Call = { principal: localPrincipal, by: 'cli', onProgress: line && (each => line.show(each)) }
    const call = callAs(app, caller)
    return { ...base, caller, day, target, call: (...args) => call(...args).finally(() => line?.end()) }
  },
  fields: { date: ({ target }) => target.date },
})

export function namesDay({ date, today, yesterday }: PartFlags): boolean {
  return date !== undefined || today === true || yesterday === true
}

/** Ctrl-C ends a verb at once: whatever was acknowledged is on disk, and the threads that read go with the process. */
function endOnInterrupt(): void {
  process.once('SIGINT', () => {
    process.stderr.write('\nInterrupted. Nothing that was written is lost; run it again to go on.\n')
    process.exit(interruptedExit)
  })
}

/** A failure of the diary is one line, so that logs of scheduled runs stay readable. */
function reportOnOneLine(error: unknown): number {
  if (!(error instanceof Fault)) return reportFailure(error)
  const [message = '', ...facts] = explain({ message: error.message, details: error.details, hint: '' })
    .trimEnd()
    .split('\n')
    .map(part => part.trim())
  const text = facts.length > 0 ? `${message} (${facts.join('; ')})` : message
  process.stderr.write(`${text} ${error.hint}\n`)
  return faultTable[error.code].exit
}
