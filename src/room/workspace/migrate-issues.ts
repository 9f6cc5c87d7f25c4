import { lstat, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { isCode, syncFolder } from '../../files/replace.ts'
import { ensureFolder } from './folders.ts'
import { issuesFile, lockFile, lockWaitMs } from './layout.ts'
import { createFile } from './put-file.ts'

const legacyFolder = '.controlroom/state'
export const legacyIssuesFile = `${legacyFolder}/issues.json`

/** Moves the issues of an older spelling of the hidden folder; those that are unreadable stay where they are. */
export async function migrateIssues(root: string): Promise<'nothing' | 'moved' | 'unreadable'> {
  if (!(await isPlainFile(join(root, legacyIssuesFile)))) return 'nothing'
  return withLock(lockFile(root, 'issues.json'), 'named', lockWaitMs, async () => {
    const [from, to] = [join(root, legacyIssuesFile), join(root, issuesFile)]
    if (!(await isPlainFile(from))) return 'nothing'
    const bytes = await readFile(from)
    if (!isJson(bytes)) return 'unreadable'
    if (!(await ensureFolder(root, issuesFile.slice(0, issuesFile.lastIndexOf('/')), 0o700))) return 'unreadable'
    const copied = await createFile(to, bytes, 0o600)
    // An equal copy is what a process left that was killed between the copy and the rename.
    if (!copied && !(await readFile(to)).equals(bytes)) return 'nothing'
    if (!isJson(await readFile(to))) return 'unreadable'
    await rename(from, `${from}.migrated`)
    await syncFolder(join(root, legacyFolder))
    return 'moved'
  })
}

async function isPlainFile(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isFile()
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return false
    throw error
  }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'))
    return true
  } catch {
    return false
  }
}
