import { type EntryMatch, entryMatcher } from '../text/entry-match.ts'
import { type OutlineScene, parseOutline } from '../workspace/outline.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import type { WorkspaceReader } from './workspace-reader.ts'

export interface OpenOutline {
  file: VfsFile
  text: FileText
  entries: readonly OutlineScene[]
}

/** The outline of the workspace, where there is one that can be read. */
export async function discoveredOutline(reader: WorkspaceReader): Promise<OpenOutline | undefined> {
  const { outlinePath } = reader.snapshot
  if (outlinePath === null) return undefined
  const file = reader.fileOf(outlinePath)
  const text = await reader.peek(file)
  return text && { file, text, entries: parseOutline(text.content).scenes }
}

/** Which scene file belongs to which entry; the first in tree order is the entry's own. */
export function matchScenes(scenes: readonly VfsFile[], entries: readonly OutlineScene[]) {
  const byScene = new Map<string, EntryMatch>()
  const byEntry = new Map<number, VfsFile>()
  const matchOf = entryMatcher(entries)
  for (const scene of scenes) {
    const match = matchOf(scene.path)
    if (!match) continue
    byScene.set(scene.path, match)
    if (!byEntry.has(match.entry.number)) byEntry.set(match.entry.number, scene)
  }
  return { byScene, byEntry }
}
