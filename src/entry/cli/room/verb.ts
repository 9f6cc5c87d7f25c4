import type { Command } from 'commander'
import type { z } from 'zod'
import type { App, AppContext } from '../../../app.ts'
import type { Settings } from '../../../config.ts'
import { invoke } from '../../../invoke.ts'
import type { Call } from '../../../kernel/call.ts'
import type { Operation } from '../../../kernel/operation.ts'
import { localPrincipal } from '../../../projects/roles.ts'
import { roomKeyUnlock } from '../../../room/keys/operations.ts'
import type { Room } from '../../../room/room.ts'
import { inStore } from '../in-store.ts'
import { jsonText } from '../json.ts'
import { type Terminal, terminal } from '../terminal.ts'
import { namedProject, type RoomFlags } from './named-project.ts'
import { readSecret } from './read-secret.ts'

/** One thing a person can ask of the room on the command line. */
export interface RoomVerb<A extends unknown[], O extends object, R extends object> {
  /** As commander writes it: `ask <agent> <message>`. */
  usage: string
  summary: string
  /** `many`: the option may be given more than once, and its values are gathered. */
  options?: ReadonlyArray<readonly [flags: string, description: string, many?: 'many']>
  /** Arguments as they would be typed after `daybook room`; every page of help ends with some. */
  examples: readonly string[]
  /** It makes a room, so there is none to be found. */
  makesRoom?: true
  /** Agents may speak through services whose keys are locked. */
  speaks?: true
  ask(cli: RoomCli, options: O & RoomFlags & { json?: true }, ...args: A): Promise<R>
  show(result: R, page: Terminal, options: O): void
  /** What --json prints, where it is not the answer itself. */
  json?(result: R): object
  /** Exit code of an answer that is no success. */
  exit?(result: R): number
  /** Exit code of every failure, where programs rely on one. */
  failureExit?: number
}

/** What a verb may use. */
export interface RoomCli {
  app: App
  home: string
  page: Terminal
  /** Who calls, and for which project. */
  caller: Call
  /** The same for another project. */
  about(project: string): RoomCli
  call<I extends z.ZodObject, O extends z.ZodObject>(
    operation: Operation<AppContext, I, O>,
    args: z.input<I>,
    watch?: Pick<Call, 'signal' | 'onEvent'>,
  ): Promise<z.output<O>>
  /** For what is followed while it happens; everything else goes through `call`. */
  room(): Promise<Room>
}

export function addRoomVerb<A extends unknown[], O extends object, R extends object>(
  parent: Command,
  verb: RoomVerb<A, O, R>,
): void {
  const command = parent.command(verb.usage).description(verb.summary)
  for (const [flags, description, many] of verb.options ?? []) {
    if (many) command.option(flags, description, gathered)
    else command.option(flags, description)
  }
  if (verb.speaks) command.option('--unlock', 'open locked keys first; the passphrase is asked for, or read from stdin')
  command
    .option('--project <id>', 'project id or name')
    .option('--workspace <dir>', 'the folder of the room, in place of its project')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the result of the operation as JSON')
    .addHelpText('after', `\nExamples:\n${verb.examples.map(line => `  daybook room ${line}\n`).join('')}`)
  command.action(async () => {
    const options = command.opts<O & CommonFlags>()
    // Commander has matched the arguments against the usage line, which is what A describes.
    process.exitCode = await runRoomVerb(verb, options, command.processedArgs as A)
  })
}

type CommonFlags = RoomFlags & { db?: string; json?: true; unlock?: true }

async function runRoomVerb<A extends unknown[], O extends object, R extends object>(
  verb: RoomVerb<A, O, R>,
  options: O & CommonFlags,
  args: A,
): Promise<number> {
  let isAnswered = false
  const work = async (app: App, settings: Settings) => {
    const page = terminal()
    const project = verb.makesRoom ? undefined : await namedProject(app, settings, options)
    const cli = roomCli(
      { app, home: settings.home, page },
      {
        principal: localPrincipal,
        by: 'cli',
        project,
        folder: process.cwd(),
      },
    )
    if (options.unlock) await cli.call(roomKeyUnlock, { passphrase: await readSecret('Passphrase: ') })
    const result = await verb.ask(cli, options, ...args)
    if (options.json) page.line(jsonText(verb.json?.(result) ?? result, page.columns !== undefined))
    else verb.show(result, page, options)
    isAnswered = true
    return verb.exit?.(result) ?? 0
  }
  const { db, project, json } = options
  const exit = await inStore({ db, project, ...(json && { json }) }, work, 'room')
  return isAnswered ? exit : (verb.failureExit ?? exit)
}

function roomCli(place: Pick<RoomCli, 'app' | 'home' | 'page'>, caller: Call): RoomCli {
  const { app } = place
  return {
    ...place,
    caller,
    about: project => roomCli(place, { ...caller, project }),
    async call(operation, args, watch) {
      const outcome = await invoke(app, operation, args, { ...caller, ...watch })
      if (!outcome.ok) throw outcome.fault
      // The door has checked the result against this very operation's output.
      return outcome.result as never
    },
    room: async () => app.rooms.of((await app.rooms.find(caller)).project),
  }
}

function gathered(value: string, before: string[] = []): string[] {
  return [...before, value]
}
