import { randomBytes } from 'node:crypto'
import { chmod, link, lstat, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'

/** Creates a whole file, durable when this has answered; false and nothing changed when the name is taken. */
export async function createFile(path: string, bytes: string | Uint8Array, mode = 0o666): Promise<boolean> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${randomBytes(6).toString('hex')}.tmp`)
  const file = await open(temporary, 'wx', mode)
  try {
    await file.writeFile(bytes)
    await file.sync()
    await file.close()
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

/** Replaces a person's file, which stays as readable to others as it was. */
export async function replaceKeepingMode(path: string, bytes: Uint8Array): Promise<undefined> {
  const { mode } = await lstat(path)
  await replaceFile(path, bytes)
  await chmod(path, mode & 0o777)
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
