import { lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode } from '../../files/replace.ts'
import { foldName } from './fold.ts'

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
  try {
    return (await lstat(path)).isDirectory()
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

/** Makes a folder in another if it is missing, by its name in NFC; its name on the disk, or undefined when it cannot be. */
export async function ensureListedFolder(above: string, name: string): Promise<string | undefined> {
  const standing = (await readdir(above)).filter(each => foldName(each) === foldName(name))
  const same = standing.find(each => each.normalize('NFC') === name)
  // A second folder whose name differs in case only would be one folder elsewhere.
  if (same === undefined && standing.length > 0) return undefined
  if (same !== undefined) return same
  await mkdir(join(above, name)).catch(error => {
    if (!isCode(error, 'EEXIST')) throw error
  })
  return name
}
