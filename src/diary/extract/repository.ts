import { worktreeIn } from '../workspace/project-key.ts'
import { isTemporary } from './project-path.ts'
import { commandsIn, type ShellCommand, scriptOf, valuesOf } from './shell/commands.ts'
import { foldersOf, gitFolder, resolve } from './shell/folders.ts'
import { operands, programName } from './shell/programs.ts'
import { mayBeReported } from './shell/reported.ts'
import type { ToolRun } from './tool-runs.ts'

/** A command that a call ran, with where it ran. */
export interface PlacedCommand {
  run: ToolRun
  command: ShellCommand
  program: string
  args: string[]
  /** Null where that cannot be known. */
  folder: string | null
  /** It is about the project's own repository, not about one elsewhere or one that the turn made to try something. */
  isOwn: boolean
}

/** The commands of a turn's calls in order, those of calls that ran nothing left out. */
export function placedCommands(runs: readonly ToolRun[], root: string | null): PlacedCommand[][] {
  const made = new Set<string>()
  const worktrees = new Set<string>()
  return runs.flatMap(run => {
    const script = run.family === 'shell' ? scriptOf(run.input) : null
    if (script === null || !run.result || run.result.denied || !mayBeReported(script)) return []
    const commands = commandsIn(script)
    const start = (run.cwd ?? textOf(run.input.workdir) ?? root)?.replaceAll('\\', '/') ?? null
    const folders = foldersOf(commands, start).map((folder, i) => {
      const command = commands[i]
      return command && programName(valuesOf(command)[0] ?? '') === 'git' ? gitFolder(command, folder) : folder
    })
    commands.forEach((command, i) => {
      const [program = '', ...args] = valuesOf(command)
      if (programName(program) !== 'git') return
      const words = operands('git', args)
      const folder = folders[i] ?? null
      if (words[0] === 'init' || words[0] === 'clone') note(made, targetOf(words, folder))
      if (words[0] === 'worktree' && words[1] === 'add' && isOwn(folder, root, made, worktrees)) {
        note(worktrees, words[2] === undefined ? null : resolve(folder, words[2]))
      }
    })
    return [place(run, commands, folders, folder => isOwn(folder, root, made, worktrees))]
  })
}

/** Its own exit status is known to be 0. */
export function isSuccess({ command, run }: PlacedCommand): boolean {
  return !command.masked && run.result?.exit === 0 && !run.result.error && !run.result.interrupted
}

function place(
  run: ToolRun,
  commands: readonly ShellCommand[],
  folders: readonly (string | null)[],
  owns: (folder: string | null) => boolean,
): PlacedCommand[] {
  return commands.map((command, i) => {
    const [program = '', ...args] = valuesOf(command)
    const folder = folders[i] ?? null
    return { run, command, program: programName(program), args, folder, isOwn: owns(folder) }
  })
}

/** Where `git init [folder]` or `git clone address [folder]` makes a repository. */
function targetOf([verb, ...words]: readonly string[], folder: string | null): string | null {
  const [first, second] = words
  if (verb === 'init') return first === undefined ? folder : resolve(folder, first)
  const name = (first ?? '')
    .split(/[/:]/)
    .findLast(part => part !== '')
    ?.replace(/\.git$/, '')
  return second !== undefined ? resolve(folder, second) : name === undefined ? null : resolve(folder, name)
}

function note(folders: Set<string>, folder: string | null): void {
  if (folder !== null) folders.add(folder)
}

function isOwn(
  named: string | null,
  root: string | null,
  made: ReadonlySet<string>,
  worktrees: ReadonlySet<string>,
): boolean {
  if (named === null) return false
  const home = root === null ? null : resolve(null, root)
  const folder = home === null ? named : onDriveOf(home, named)
  // A repository that was made in the project's own folder is the project's.
  const isMade = [...made].some(each => each !== home && isInside(folder, each))
  if (isMade) return false
  if ([...worktrees].some(each => isInside(folder, each))) return true
  if (home !== null && isInside(folder, home)) return true
  return home === null ? !isTemporary(folder) : isWorktreeOf(folder, home)
}

/** Bash on Windows calls `D:/ledger` `/d/ledger`. */
function onDriveOf(home: string, folder: string): string {
  const drive = /^[A-Za-z]:/.exec(home)?.[0]
  const other = drive && /^(?:\/([A-Za-z])(?=\/|$)|([A-Za-z]):)/.exec(folder)
  const isSame = other && `${other[1] ?? other[2]}:`.toLowerCase() === drive.toLowerCase()
  return isSame ? `${drive}${folder.slice(other[0].length)}` : folder
}

function isInside(folder: string, outer: string): boolean {
  return folder === outer || folder.startsWith(outer === '/' ? '/' : `${outer}/`)
}

/** Folders that tools make for worktrees, beside the project or inside it. */
function isWorktreeOf(folder: string, home: string): boolean {
  if (isTemporary(folder)) return false
  const repository = worktreeIn(folder)?.repository
  if (repository !== undefined && repository === (worktreeIn(home)?.repository ?? home)) return true
  const name = home.split('/').at(-1) ?? ''
  return /\/\.?worktrees?\//.test(`${folder}/`) && folder.includes(`/${name}`)
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
