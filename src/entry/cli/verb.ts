import type { Command } from 'commander'
import type { z } from 'zod'
import type { App, AppContext } from '../../app.ts'
import type { Flags, Settings } from '../../config.ts'
import { invoke } from '../../invoke.ts'
import type { Call } from '../../kernel/call.ts'
import type { Operation } from '../../kernel/operation.ts'
import { inStore } from './in-store.ts'
import { jsonText } from './json.ts'
import { terminalCall } from './open.ts'
import { type Terminal, terminal } from './terminal.ts'

/** One thing a person can ask for on the command line: asked through operations, shown as text or as JSON. */
export interface Verb<A extends unknown[], O extends object, R extends object> {
  /** As commander writes it: `show <record>`. */
  usage: string
  summary: string
  /** Whose words failures are told in; of Records when absent. */
  toolset?: 'context'
  options?: ReadonlyArray<readonly [flags: string, description: string]>
  /** Told after the options in --help. */
  more?: string
  ask(cli: Cli, options: O, ...args: A): Promise<R>
  show(result: R, page: Terminal, options: O): void
  /** What --json prints, where it is not the answer itself. */
  json?(result: R): object
  /** Exit code of an answer that is no success. */
  exit?(result: R): number
}

/** What a verb may use: the one door, bound to this caller. */
export interface Cli {
  /** The project named with --project; other hints travel with the call itself. */
  project: string | undefined
  /** A session the caller keeps; without one, verbs that write use a session of their own. */
  session: string | undefined
  /** The project meant when the arguments name none: of the folder, or pinned. */
  pin: string | undefined
  home: string
  page: Terminal
  call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: Operation<AppContext, I, O>,
    args: z.input<I>,
  ): Promise<z.output<O>>
}

export function addVerb<A extends unknown[], O extends object, R extends object>(
  parent: Command,
  verb: Verb<A, O, R>,
): void {
  const command = parent.command(verb.usage).description(verb.summary)
  for (const [flags, description] of verb.options ?? []) command.option(flags, description)
  command
    .option('--project <id>', 'project id or name')
    .option('--session <id>', 'work in this session')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the result of the operation as JSON')
  if (verb.more) command.addHelpText('after', `\n${verb.more}`)
  command.action(async () => {
    const options = command.opts<O & Flags & { json?: true }>()
    // Commander has matched the arguments against the usage line, which is what A describes.
    process.exitCode = await runVerb(verb, options, command.processedArgs as A)
  })
}

function runVerb<A extends unknown[], O extends object, R extends object>(
  verb: Verb<A, O, R>,
  options: O & Flags & { json?: true },
  args: A,
): Promise<number> {
  const work = async (app: App, { home, session, ...settings }: Settings) => {
    const call = await terminalCall(app, { ...settings, session }, options)
    const page = terminal()
    const cli: Cli = { project: options.project, session, pin: call.project, home, page, call: caller(app, call) }
    const result = await verb.ask(cli, options, ...args)
    if (options.json) page.line(jsonText(verb.json?.(result) ?? result, page.columns !== undefined))
    else verb.show(result, page, options)
    return verb.exit?.(result) ?? 0
  }
  return inStore(options, work, verb.toolset)
}

function caller(app: App, call: Call): Cli['call'] {
  return async (operation, args) => {
    const outcome = await invoke(app, operation, args, call)
    if (!outcome.ok) throw outcome.fault
    // The door has checked the result against this very operation's output.
    return outcome.result as never
  }
}
