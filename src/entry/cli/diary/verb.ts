import type { Command } from 'commander'
import type { z } from 'zod'
import type { App, AppContext } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { invoke } from '../../../invoke.ts'
import type { Call } from '../../../kernel/call.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { localPrincipal } from '../../../projects/roles.ts'
import { inStore } from '../in-store.ts'
import { jsonText } from '../json.ts'
import { type Terminal, terminal } from '../terminal.ts'
import { endOnInterrupt } from './interrupt.ts'
import { ProgressLine } from './progress-line.ts'
import { Refused, tellRefusal } from './refusal.ts'
import { addDayFlags, addPlaceFlags, type DayFlags, type PlaceFlags, targetOf } from './target.ts'

/** One thing a person can ask of the diary on the command line. */
export interface DiaryVerb<A extends unknown[], O extends object, R extends object> {
  /** As commander writes it: `read <project> <session> <lines>`. */
  usage: string
  summary: string
  options?: ReadonlyArray<readonly [flags: string, description: string]>
  /** Arguments as they would be typed after `daybook diary`; every page of help ends with some. */
  examples: readonly string[]
  /** It is about no single day, so it has no flags that name one. */
  dayless?: true
  /** A long call that tells on stderr how far it is, unless --quiet is given. */
  progress?: true
  /** It ends what it has started itself when Ctrl-C is pressed. */
  handlesInterrupt?: true
  ask(cli: DiaryCli, options: O & DayFlags, ...args: A): Promise<R>
  show(result: R, page: Terminal, options: O): void
  /** What --json prints, where it is not the answer itself. */
  json?(result: R): object
  /** Exit code of an answer that is no success. */
  exit?(result: R): number
}

/** What a verb may use. */
export interface DiaryCli {
  app: App
  settings: Settings
  page: Terminal
  /** The day the flags name; today unless they name one. */
  day: string
  /** The day as operations take it; absent when nothing names one and DAYBOOK_WORKSPACE does. */
  target: { date?: string }
  /** Who calls; handed to the door with every call. */
  caller: Call
  /** Asks an operation. A refusal is thrown and told by whoever runs the verb. */
  call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: Operation<AppContext, I, O>,
    args: z.input<I>,
  ): Promise<Accepted<O>>
}

/** An answer that is no refusal has every key its operation declares. */
export type Accepted<O extends z.ZodObject> = {
  [K in Exclude<keyof z.output<O>, 'errors'>]-?: Exclude<z.output<O>[K], undefined>
}

export interface CommonFlags extends PlaceFlags {
  db?: string
  json?: true
  quiet?: true
}

export function addDiaryVerb<A extends unknown[], O extends object, R extends object>(
  parent: Command,
  verb: DiaryVerb<A, O, R>,
): void {
  const command = parent.command(verb.usage).description(verb.summary)
  for (const [flags, description] of verb.options ?? []) command.option(flags, description)
  if (verb.progress) command.option('--quiet', 'do not tell how far it is')
  if (!verb.dayless) addDayFlags(command)
  addPlaceFlags(command)
  command
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the result of the operation as JSON')
    .addHelpText('after', `\nExamples:\n${verb.examples.map(line => `  daybook diary ${line}\n`).join('')}`)
  command.action(async () => {
    const options = command.opts<O & DayFlags & CommonFlags>()
    // Commander has matched the arguments against the usage line, which is what A describes.
    process.exitCode = await runDiaryVerb(verb, options, command.processedArgs as A)
  })
}

function runDiaryVerb<A extends unknown[], O extends object, R extends object>(
  verb: DiaryVerb<A, O, R>,
  options: O & DayFlags & CommonFlags,
  args: A,
): Promise<number> {
  if (!verb.handlesInterrupt) endOnInterrupt()
  const { db, root: diaryRoot, timezone, json } = options
  const flags = { db, diaryRoot, timezone, ...(json && { json }) }
  return inStore(
    flags,
    async (app, settings) => {
      const page = terminal()
      const told = verb.progress && !options.quiet ? new ProgressLine(process.stderr) : undefined
      const caller: Call = { principal: localPrincipal, by: 'cli', onProgress: told && (each => told.tell(each)) }
      const { day, target } = targetOf(options, app.clock(), settings.diary)
      try {
        const cli: DiaryCli = { app, settings, page, day, target, caller, call: asker(app, caller) }
        const result = await verb.ask(cli, options, ...args).finally(() => told?.end())
        if (options.json) page.line(jsonText(verb.json?.(result) ?? result, page.columns !== undefined))
        else verb.show(result, page, options)
        return verb.exit?.(result) ?? 0
      } catch (error) {
        if (!(error instanceof Refused)) throw error
        return tellRefusal(error, page, options.json === true)
      }
    },
    'diary',
  )
}

function asker(app: App, caller: Call): DiaryCli['call'] {
  return async (operation, args) => {
    const outcome = await invoke(app, operation, args, caller)
    if (!outcome.ok) throw outcome.fault
    if (outcome.result.status === 'invalid') throw new Refused(outcome.result, outcome.status.exit)
    // The door has checked the result against this very operation's output, and it is no refusal.
    return outcome.result as never
  }
}
