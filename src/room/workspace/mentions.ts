import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Tx } from '../../db/db.ts'
import { everyWorkspace } from '../workspace-rows.ts'
import { controlFolder } from './layout.ts'

interface Mention {
  project: string
  /** Below the room's folder. */
  file: string
}

/** The files of all rooms' own folders that name one of these places of the diary. */
export async function filesMentioning(tx: Tx, home: string, refs: readonly string[]): Promise<Mention[]> {
  const found: Mention[] = []
  for (const { project_id: project, path } of await everyWorkspace(tx, home)) {
    const entries = await readdir(join(path, controlFolder), { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && (await holds(file, refs))) found.push({ project, file: relative(path, file) })
    }
  }
  return found.sort((one, other) => (one.file < other.file ? -1 : 1))
}

/** What people and agents write there is far smaller. */
const largestRead = 4 * 1024 * 1024

async function holds(file: string, refs: readonly string[]): Promise<boolean> {
  try {
    if ((await stat(file)).size > largestRead) return false
    const text = await readFile(file, 'utf8')
    return refs.some(ref => text.includes(ref))
  } catch {
    // It went while we looked, or is not ours to read.
    return false
  }
}
