import { randomBytes } from 'node:crypto'
import { link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { withFolder } from '../../files/open-folder.ts'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'

/** Creates a whole file, durable when this has answered; false and nothing changed when the name is taken. */
export async function createFile(
  path: string,
  bytes: string | Uint8Array,
  mode = 0o666,
  confirm: () => void = () => {},
): Promise<boolean> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(temporary, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
    confirm()
    await putInPlace(temporary, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await file.close()
    await rm(temporary, { force: true })
  }
}

/**
 * Replaces a person's file in the workspace, which stays as readable to others as it was. False and nothing changed when
 * it is not a plain file that is reached through folders alone, at the moment it is replaced.
 */
export async function replaceKeepingMode(root: string, physical: string, bytes: Uint8Array): Promise<boolean> {
  const names = physical.split('/')
  const replaced = await withFolder(root, names.slice(0, -1), async ({ path: folder, confirm }) => {
    const path = join(folder, names.at(-1) ?? '')
    const stat = await lstat(path).catch(error => {
      if (isCode(error, 'ENOENT')) return undefined
      throw error
    })
    if (!stat?.isFile()) return false
    await replaceFile(path, bytes, { mode: stat.mode & 0o777, confirm })
    return true
  })
  return replaced ?? false
}

/** A link cannot replace what stands there; where the file system has none, a look before the rename must do. */
async function putInPlace(temporary: string, path: string): Promise<void> {
  try {
    await link(temporary, path)
  } catch (error) {
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK')) throw error
    if (await exists(path)) throw Object.assign(new Error('The name is taken.', { cause: error }), { code: 'EEXIST' })
    await rename(temporary, path)
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (isCode(error, 'ENOENT')) return false
    throw error
  }
}
