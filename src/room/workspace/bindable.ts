import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { foldName } from './fold.ts'
import { isFolder } from './folders.ts'
import { controlFolder } from './layout.ts'

/** The real path of a folder that may be a workspace. */
export async function bindableFolder(folder: string): Promise<string> {
  const stat = await statOf(resolve(folder))
  if (stat?.isSymbolicLink()) throw refused('The workspace is a link. Name the folder that it leads to.')
  if (!stat?.isDirectory()) throw refused('The workspace must be a folder. Create it, or name another one.')
  const root = await realpath(folder)
  if (await isInsideDotFolder(root))
    throw refused('The folder lies inside the hidden folder of a workspace. Name another one.')
  return root
}

async function statOf(path: string) {
  if (path.includes('\0')) return undefined
  try {
    return await lstat(path)
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

async function isInsideDotFolder(root: string): Promise<boolean> {
  for (let path = root; path !== dirname(path); path = dirname(path)) {
    const name = foldName(path.slice(dirname(path).length).replace(/^[\\/]/, ''))
    if (name === controlFolder || name === '.controlroom') return true
    if (name.startsWith('.') && (await isFolder(join(dirname(path), controlFolder)))) return true
  }
  return false
}

function refused(message: string): Fault {
  return new Fault('INVALID_INPUT', message)
}
