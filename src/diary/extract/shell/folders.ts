import { posix } from 'node:path'
import { type ShellCommand, valuesOf } from './commands.ts'
import { operands } from './programs.ts'

/** The folder each command of a script runs in; null where that cannot be known. */
export function foldersOf(commands: readonly ShellCommand[], start: string | null): Array<string | null> {
  const folders = new Map<string, string | null>([['', start]])
  return commands.map(command => {
    const around = command.subshells.map((_, i) => keyOf(command.subshells.slice(0, i + 1)))
    const known = around.findLast(key => folders.has(key)) ?? ''
    const own = around.at(-1) ?? ''
    const folder = folders.get(known) ?? null
    const [program = '', ...args] = valuesOf(command)
    if (program === 'cd' || program === 'pushd') folders.set(own, enter(folder, args))
    else if (program === 'popd') folders.set(own, null)
    else if (own !== known) folders.set(own, folder)
    return folder
  })
}

function keyOf(subshells: readonly number[]): string {
  return subshells.join('/')
}

/** `git -C web commit` runs in `web`. */
export function gitFolder(command: ShellCommand, folder: string | null): string | null {
  const args = valuesOf(command).slice(1)
  const at = args.indexOf('-C')
  const isOwn = at >= 0 && !operands('git', args.slice(0, at)).length
  return isOwn ? resolve(folder, args[at + 1] ?? '') : folder
}

function enter(folder: string | null, args: readonly string[]): string | null {
  const target = args.find(arg => !/^-[LPe@]$/.test(arg)) ?? ''
  // The root of the repository one is in is that repository.
  if (/^(?:\$\(|`)git rev-parse --show-toplevel/.test(target)) return folder
  return target === '' || target === '-' ? null : resolve(folder, target)
}

/** Null for what only the shell knows. */
export function resolve(folder: string | null, target: string): string | null {
  const path = target.replaceAll('\\', '/').replace(/^\$(?:PWD|\{PWD\})(?=\/|$)/, '.')
  if (/[$`*?]/.test(path) || path.startsWith('~')) return null
  if (posix.isAbsolute(path) || /^[A-Za-z]:\//.test(path)) return trimSlash(posix.normalize(path))
  return folder === null ? null : trimSlash(posix.normalize(posix.join(folder.replaceAll('\\', '/'), path)))
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
