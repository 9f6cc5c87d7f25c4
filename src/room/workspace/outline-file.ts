import { withLock } from '../../files/lock.ts'
import { sha256 } from '../../files/sha256.ts'
import { discoverOutline } from './describe.ts'
import { lockFile, lockWaitMs } from './layout.ts'
import type { Workspace } from './open.ts'
import { editOutline, type OutlineChanges, type OutlineScene, parseOutline } from './outline.ts'
import type { FileText, PathFaultCode, Snapshot } from './vfs.ts'
import { replaceKeepingMode } from './write-file.ts'

interface ServedOutline {
  outline: { path: string; title: string; scenes: OutlineScene[]; other_candidates: string[] }
  /** Exactly what the tree serves for that path. */
  content: string
  sha256: string
}

type Unreadable = { fault: { code: PathFaultCode } }

export async function readOutline(snapshot: Snapshot): Promise<ServedOutline | { outline: null } | Unreadable> {
  const file = snapshot.files.find(({ path }) => path === snapshot.outlinePath)
  if (!file) return { outline: null }
  const text = await snapshot.read(file)
  if ('fault' in text) return { fault: { code: text.fault.code } }
  return serveOutline(snapshot, text, file.title)
}

interface OutlineWrite {
  /** The hash of the outline that was read. */
  ifMatch: string
  scenes: Parameters<typeof editOutline>[1]
}

type OutlineWritten =
  | (ServedOutline & { changes: OutlineChanges })
  | Unreadable
  | { fault: { code: 'stale_outline' | 'outline_not_found' } }
  | { fault: { code: 'invalid_request'; field: string } }

/** Writes the outline once, with its entries in the wanted order and words; unchanged entries keep every byte. */
export function writeOutline(workspace: Workspace, { ifMatch, scenes }: OutlineWrite): Promise<OutlineWritten> {
  return withLock(lockFile(workspace.root, 'files'), 'named', lockWaitMs, async () => {
    workspace.vfs.forget()
    const current = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in current) return current
    if (current.outline === null) return { fault: { code: 'outline_not_found' } }
    if (current.sha256 !== ifMatch) return { fault: { code: 'stale_outline' } }
    const edited = editOutline(parseOutline(current.content), scenes)
    if ('invalid' in edited) return { fault: { code: 'invalid_request', field: edited.invalid } }
    const physical = workspace.vfs.physicalOf(current.outline.path) ?? current.outline.path
    if (edited.text !== current.content) {
      const mark = sha256(current.content) === current.sha256 ? '' : '\ufeff'
      const replaced = await replaceKeepingMode(workspace.root, physical, Buffer.from(mark + edited.text))
      workspace.vfs.forget()
      if (!replaced) return { fault: { code: 'path_denied' } }
    }
    const written = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in written) return written
    return written.outline === null ? { fault: { code: 'outline_not_found' } } : { ...written, changes: edited.changes }
  })
}

function serveOutline(snapshot: Snapshot, { path, content, sha256 }: FileText, title: string): ServedOutline {
  const { others } = discoverOutline(snapshot.files.map(file => file.path))
  return { outline: { path, title, scenes: parseOutline(content).scenes, other_candidates: others }, content, sha256 }
}
