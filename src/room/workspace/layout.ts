import { lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ifExists } from '../../files/if-exists.ts'
import { isCode } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { categories } from './describe.ts'
import { foldName } from './fold.ts'
import type { Template } from './template.ts'

export const controlFolder = '.control-room'
export const locksFolder = `${controlFolder}/locks`
export const infoFile = `${controlFolder}/workspace.json`
export const settingsFile = `${controlFolder}/settings.json`
export const issuesFile = `${controlFolder}/issues/issues.json`
export const canonIndexPath = `${controlFolder}/canon/canon-index.md`

/** Folders of a new workspace, parents first. A repository keeps its own. */
export function foldersOf(template: Template): string[] {
  return template === 'story' ? [...storyFolders, ...ownFolders] : ownFolders
}

const storyFolders = ['Story', 'Story/Scenes', 'Compendium', ...categories.map(name => `Compendium/${name}`), 'private']
const ownFolders = [
  controlFolder,
  ...['agents', 'prompts', 'recipes', 'runs', 'audit', 'conferences', 'chats', 'issues', 'credits', 'memory'].map(
    name => `${controlFolder}/${name}`,
  ),
  ...['telemetry', 'canon', 'tiers', 'locks'].map(name => `${controlFolder}/${name}`),
]

export function lockFile(root: string, name: string): string {
  return join(root, locksFolder, `${name}.lock`)
}

/** How long a write waits for another one before it says so. */
export const lockWaitMs = 10_000

/** Makes the missing folders of a path below the root; false when something else, or a link, is in the way. */
export async function ensureFolder(root: string, path: string, mode = 0o777): Promise<boolean> {
  let folder = root
  if (!(await isFolder(folder))) return false
  for (const name of path.split('/').filter(Boolean)) {
    folder = join(folder, name)
    await mkdir(folder, { mode }).catch(error => {
      if (!isCode(error, 'EEXIST')) throw error
    })
    if (!(await isFolder(folder))) return false
  }
  return true
}

/** A folder itself, not a link to one. */
export async function isFolder(path: string): Promise<boolean> {
  return (await ifExists(lstat(path)))?.isDirectory() ?? false
}

/** Makes a folder in another if it is missing, by its name in NFC; its name on the disk, or undefined when it cannot be. */
export async function ensureListedFolder(above: string, name: string): Promise<string | undefined> {
  const existing = (await readdir(above)).filter(each => foldName(each) === foldName(name))
  const same = existing.find(each => each.normalize('NFC') === name)
  // A second folder whose name differs in case only would be one folder elsewhere.
  if (same === undefined && existing.length > 0) return undefined
  if (same !== undefined) return same
  await mkdir(join(above, name)).catch(error => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  return name
}

/** The real path of a folder that may be a workspace. */
export async function bindableFolder(folder: string): Promise<string> {
  const stat = folder.includes('\0') ? undefined : await ifExists(lstat(resolve(folder)))
  if (stat?.isSymbolicLink()) throw badWorkspace('The workspace is a link. Name the folder that it leads to.')
  if (!stat?.isDirectory()) throw badWorkspace('The workspace must be a folder. Create it, or name another one.')
  const root = await realpath(folder)
  if (await isInsideDotFolder(root))
    throw badWorkspace('The folder is inside the hidden folder of a workspace. Name another one.')
  return root
}

async function isInsideDotFolder(root: string): Promise<boolean> {
  for (let path = root; path !== dirname(path); path = dirname(path)) {
    const name = foldName(path.slice(dirname(path).length).replace(/^[\\/]/, ''))
    if (name === controlFolder || name === '.controlroom') return true
    if (name.startsWith('.') && (await isFolder(join(dirname(path), controlFolder)))) return true
  }
  return false
}

function badWorkspace(message: string): Fault {
  return new Fault('INVALID_INPUT', message)
}
