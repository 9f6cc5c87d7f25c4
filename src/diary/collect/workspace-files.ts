import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { byteOrder } from '../../transcripts/byte-order.ts'

export interface WorkspaceFiles {
  included: string[]
  /** Files that were left out, and folders that were not looked into (with a slash at the end). */
  excluded: string[]
}

/** What of a workspace may be handed on, by its relative names in byte order. */
export async function filesToCollect(root: string, includeRawSessions: boolean): Promise<WorkspaceFiles> {
  const files: WorkspaceFiles = { included: [], excluded: [] }
  await walk('')
  files.included.sort(byteOrder)
  files.excluded.sort(byteOrder)
  return files

  async function walk(folder: string): Promise<void> {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const name = folder + entry.name
      // Locks, stagings and temporary files all begin with a dot; they come and go and are nobody's content.
      if (entry.name.startsWith('.')) continue
      if (name === 'previous') files.excluded.push('previous/')
      else if (entry.isDirectory()) await walk(`${name}/`)
      // A link may lead anywhere, so it is left out by name.
      else if (entry.isFile() && (includeRawSessions || !rawSession.test(name))) files.included.push(name)
      else files.excluded.push(name)
    }
  }
}

const rawSession = /^projects\/[^/]+\/sessions\//
