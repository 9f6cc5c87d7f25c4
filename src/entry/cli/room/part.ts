import { realpath } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { isCode } from '../../../files/replace.ts'
import { Fault, faultTable } from '../../../kernel/fault.ts'
import { localIdentity, localPrincipal } from '../../../projects/roles.ts'
import { findProject } from '../../../projects/store.ts'
import { RoomFault } from '../../../room/faults.ts'
import type { Room } from '../../../room/room.ts'
import { explain, reportFailure, usageFault } from '../failure.ts'
import { type Cli, callAs, verbsOf } from '../verb.ts'

/** A key or passphrase: typed unseen on a terminal, else the first line of stdin. Never an argument, which others see. */
export async function readSecret(question: string): Promise<string> {
  const given = process.stdin.isTTY ? await readUnseen(question) : await firstLine()
  if (given !== '') return given
  throw usageFault('Nothing was given.', 'Type it when asked, or pipe it in: daybook room keys … < file')
}

async function firstLine(): Promise<string> {
  const [line = ''] = (await buffer(process.stdin)).toString('utf8').split(/\r?\n/, 1)
  return line
}

const [enter, newLine, interrupt, end, backspace, erase] = ['\r', '\n', '\u0003', '\u0004', '\u007f', '\b']

function readUnseen(question: string): Promise<string> {
  const { stdin, stderr } = process
  stderr.write(question)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  stdin.resume()
  return new Promise((resolve, reject) => {
    let text = ''
    const stop = () => {
      stdin.setRawMode(false)
      stdin.pause()
      stdin.off('data', onData)
      stderr.write('\n')
    }
    const onData = (piece: string) => {
      for (const character of piece) {
        if (character === interrupt) {
          stop()
          reject(usageFault('Interrupted.', 'Nothing was changed.'))
          return
        }
        if (character === enter || character === newLine || character === end) {
          stop()
          resolve(text)
          return
        }
        text = character === backspace || character === erase ? text.slice(0, -1) : text + character
      }
    }
    stdin.on('data', onData)
  })
}

export interface RoomCli extends Cli {
  /** The same for another project. */
  about(project: string): RoomCli
  /** For what is followed while it happens; everything else goes through `call`. */
  room(): Promise<Room>
}

const roomFlags = [
  ['--project <id>', 'project id or name'],
  ['--workspace <dir>', 'the folder of the room, in place of its project'],
  ['--db <url>', 'PostgreSQL URL or SQLite file'],
  ['--json', 'print the result of the operation as JSON'],
] as const

const unlockFlag = ['--unlock', 'open locked keys first; the passphrase is asked for, or read from stdin'] as const

export const roomVerb = verbsOf<RoomCli>({
  toolset: 'room',
  report: reportWithCommand,
  flags: ({ usesKeys }) => [...(usesKeys ? [unlockFlag] : []), ...roomFlags],
  settingsFrom: ({ db, project }) => ({ db, project }),
  async open(base, { makesRoom }) {
    const project = makesRoom ? undefined : await projectMeant(base)
    const cli = roomCli(base, project)
    if (base.flags.unlock) await cli.call('room_key_unlock', { passphrase: await readSecret('Passphrase: ') })
    return cli
  },
  fields: {},
})

function roomCli(base: Omit<Cli, 'caller' | 'call'>, project: string | undefined): RoomCli {
  const { app } = base
  const caller = { principal: localPrincipal, by: 'cli', project, folder: process.cwd() }
  return {
    ...base,
    caller,
    call: callAs(app, caller),
    about: other => roomCli(base, other),
    room: async () => app.rooms.of((await app.rooms.find(caller)).project),
  }
}

/** The project that was named, by its own name or by the folder of its room; undefined leaves it to the room. */
async function projectMeant({ app, settings, flags }: Omit<Cli, 'caller' | 'call'>): Promise<string | undefined> {
  const { project, workspace } = flags
  if (workspace === undefined) return settings.project
  const { everyWorkspace } = await import('../../../room/workspace-rows.ts')
  const folder = await realpath(workspace).catch(error => {
    if (!isCode(error, 'ENOENT', 'ENOTDIR')) throw error
  })
  const workspaces = await app.db.read(tx => everyWorkspace(tx, settings.home))
  const bound = workspaces.find(({ path }) => path === folder)?.project_id
  if (bound === undefined) {
    throw usageFault('No project has its room in this folder.', 'Make it one: daybook room init <dir>', {
      folder: workspace,
    })
  }
  if (project === undefined) return bound
  const { id } = await app.db.read(tx => findProject(tx, localIdentity, project))
  if (id === bound) return bound
  throw usageFault('--project and --workspace name two different rooms.', 'One of them is enough.')
}

/** Reports a refusal of the room with the command that helps. */
function reportWithCommand(error: unknown): number {
  if (!(error instanceof Fault)) return reportFailure(error)
  const hint = (error instanceof RoomFault && nextStep(error)) || error.hint
  process.stderr.write(`${explain({ message: error.message, details: error.details, hint })}\n`)
  return faultTable[error.code].exit
}

/** A refusal with a next step of its own knows more than its code does. */
function nextStep({ wire, details, hint }: RoomFault): string | undefined {
  // Where there are rooms to choose from, making one is not the next step.
  return details?.unconfirmed || details?.rooms ? hint : nextSteps[wire]
}

const nextSteps: { readonly [wire: string]: string } = {
  no_workspace: 'Make one here: daybook room init. The sample: daybook room init --sample',
  workspace_exists: 'See which project it is: daybook room status --workspace <dir>',
  not_found: 'See what there is: daybook room agents list, conferences, receipts, issues list, runs list or tools.',
  unknown_recipe: 'See them: daybook room runs recipes',
  key_elsewhere: 'Store it for this address: daybook room keys add <provider> --base-url <url>',
  vault_locked: 'Run it again with --unlock.',
  agent_required: 'See them: daybook room agents list',
  agent_disabled: 'Switch it on: daybook room agents enable <agent>',
  endpoint_incomplete: 'Complete it: daybook room agents set <agent> --provider <name> --model <name> --key <ref>',
  chief_required: 'See who leads: daybook room agents list. Switch others off: daybook room agents disable <agent>',
  invalid_tool_policy: 'See the tools: daybook room tools',
  round_running: 'See how far it is: daybook room conferences',
  not_an_attendee: 'Open a conference with it: daybook room conference "…" --with <agent>',
}

/** For a refusal that is not an error here: cancelling what has just ended. */
export function ignoreFault(wire: string): (error: unknown) => void {
  return error => {
    if (!(error instanceof RoomFault) || error.wire !== wire) throw error
  }
}

/** What was begun was ended before its end. */
export const cancelledExit = 4
