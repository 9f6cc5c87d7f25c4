import { type BigIntStats, constants, existsSync, lstatSync, realpathSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isCode } from './replace.ts'

/**
 * The real path of a name below a root, or undefined when it does not exist or leads outside: by `..`, by an absolute
 * name, by a link or by a byte no file name may hold.
 */
export async function insideRoot(root: string, name: string): Promise<string | undefined> {
  if (name.includes('\0') || isAbsolute(name)) return undefined
  try {
    // Asking another thread takes many times longer than the answer.
    const base = realpathSync.native(root)
    const path = realpathSync.native(resolve(base, name))
    const inside = relative(base, path)
    const escapes = inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    return escapes ? undefined : path
  } catch {
    return undefined
  }
}

interface OpenFolder {
  /** Stays this very folder, whatever another process puts in the place of its names. */
  path: string
  /** Throws `FolderSwapped` where the path could have come to mean another folder; called right before each use. */
  confirm(): void
}

/** The name a folder has on the disk, made if need be; undefined when it cannot be entered. */
type Enter = (above: string, name: string) => Promise<string | undefined>

/**
 * Opens the folder under a root with these names, one after the other and following no link, and hands it to
 * `use`. Undefined when a link or anything else that is not a folder is among them, or when the folder is removed.
 */
export async function withFolder<T>(
  root: string,
  names: readonly string[],
  use: (folder: OpenFolder) => Promise<T>,
  enter: Enter = async (_, name) => name,
): Promise<T | undefined> {
  const opened: Opened[] = []
  try {
    const folder = await openAll(root, names, enter, opened)
    return folder && (await use(folder))
  } catch (error) {
    // A folder that was removed after it was opened holds no names any more.
    if (error instanceof FolderSwapped || isCode(error, 'ENOENT')) return undefined
    throw error
  } finally {
    for (const { close } of opened) await close()
  }
}

class FolderSwapped extends Error {
  override readonly name = 'FolderSwapped'
}

async function openAll(
  root: string,
  names: readonly string[],
  enter: Enter,
  opened: Opened[],
): Promise<OpenFolder | undefined> {
  let last = await openFolder(root)
  if (!last) return undefined
  opened.push(last)
  for (const name of names) {
    const entered = await enter(last.path, name)
    if (entered === undefined) return undefined
    last = await openFolder(join(last.path, entered))
    if (!last) return undefined
    opened.push(last)
  }
  const confirm = () => {
    if (!opened.every(({ isSame }) => isSame())) throw new FolderSwapped('A folder on the way was swapped.')
  }
  return { path: last.path, confirm }
}

interface Opened {
  path: string
  isSame(): boolean
  close(): Promise<void>
}

async function openFolder(path: string): Promise<Opened | undefined> {
  return hasPathsOfDescriptors ? openByDescriptor(path) : openByName(path)
}

const hasPathsOfDescriptors = process.platform === 'linux' && existsSync('/proc/self/fd')

/** Linux gives every open folder a path of its own, which no rename changes. */
async function openByDescriptor(path: string): Promise<Opened | undefined> {
  try {
    const handle = await open(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
    return { path: `/proc/self/fd/${handle.fd}`, isSame: () => true, close: () => handle.close() }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return undefined
    throw error
  }
}

/** Elsewhere a folder is known by its identity, which leaves the instant between the last look and the rename. */
function openByName(path: string): Opened | undefined {
  const before = folderAt(path)
  if (!before) return undefined
  const isSame = () => {
    const now = folderAt(path)
    return now?.dev === before.dev && now.ino === before.ino
  }
  return { path, isSame, close: async () => {} }
}

function folderAt(path: string): BigIntStats | undefined {
  try {
    const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    return stat?.isDirectory() ? stat : undefined
  } catch (error) {
    if (isCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}
