import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { ifExists } from '../../files/if-exists.ts'
import { withFolder } from '../../files/jail.ts'
import { withLock } from '../../files/lock.ts'
import { createFile, replaceFile } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import type { SavedFile } from '../schema.ts'
import { canonPath } from './describe.ts'
import { foldName } from './fold.ts'
import { ensureListedFolder, lockFile, lockWaitMs } from './layout.ts'
import { foldersIn } from './list-tree.ts'
import type { Workspace } from './open.ts'
import { checkPath } from './resolve.ts'
import { isListedName } from './template.ts'
import { type PathFaultCode, type Snapshot, splitLines } from './vfs.ts'

interface FileWrite {
  path: unknown
  content: string
  /** The hash of the text this one is to replace. */
  ifMatch?: string | undefined
}

export type WriteFault = PathFaultCode | 'stale_file' | 'use_outline_api' | 'readonly'
type Written = z.output<typeof SavedFile> | { fault: { code: WriteFault } }

/**
 * A person's write. Unlike reading it takes no near miss: the path is the very name of a file of the tree, or a new
 * name under a root.
 */
export async function writeFile(workspace: Workspace, { path: given, content, ifMatch }: FileWrite): Promise<Written> {
  const checked = checkPath(given)
  if ('fault' in checked) return fault(checked.fault.code)
  const { path } = checked
  const bytes = Buffer.from(content)
  if (!content.isWellFormed()) return fault('file_not_text')
  if (bytes.length > (await workspace.settings()).vfs.maxFileBytes) return fault('file_too_large')
  return withLock(lockFile(workspace.root, 'files'), 'named', lockWaitMs, async () => {
    workspace.vfs.forget()
    const snapshot = await workspace.vfs.snapshot()
    const physical = workspace.vfs.physicalOf(path)
    const refusal =
      physical === undefined
        ? await refusalOfNew(workspace, snapshot, path, ifMatch)
        : await refusalOfListed(snapshot, path, ifMatch)
    if (refusal) return fault(refusal)
    const failed =
      physical === undefined
        ? await create(workspace.root, path, bytes)
        : await replace(workspace.root, physical, bytes)
    workspace.vfs.forget()
    if (failed) return fault(failed)
    const total_lines = splitLines(content).length
    return { path, sha256: sha256(bytes), size_bytes: bytes.length, total_lines, created: physical === undefined }
  })
}

/**
 * Replaces a person's file in the workspace, which stays as readable to others as it was. False and nothing changed when
 * it is not a plain file that is reached through folders alone, at the moment it is replaced.
 */
export async function replaceKeepingMode(root: string, physical: string, bytes: Uint8Array): Promise<boolean> {
  const names = physical.split('/')
  const replaced = await withFolder(root, names.slice(0, -1), async ({ path: folder, confirm }) => {
    const path = join(folder, names.at(-1) ?? '')
    const stat = await ifExists(lstat(path))
    if (!stat?.isFile()) return false
    await replaceFile(path, bytes, { mode: stat.mode & 0o777, confirm })
    return true
  })
  return replaced ?? false
}

function fault(code: WriteFault): { fault: { code: WriteFault } } {
  return { fault: { code } }
}

async function refusalOfListed(snapshot: Snapshot, path: string, ifMatch?: string): Promise<WriteFault | undefined> {
  const found = snapshot.resolve(path)
  if ('fault' in found) return found.fault.code
  if (found.file.readonly) return 'readonly'
  if (path === snapshot.outlinePath) return 'use_outline_api'
  const text = await snapshot.read(found.file)
  // A file that is not text may be replaced by one that is, but no caller can know a hash of it.
  if ('fault' in text) return text.fault.code
  return text.sha256 === ifMatch ? undefined : 'stale_file'
}

async function refusalOfNew(
  workspace: Workspace,
  snapshot: Snapshot,
  path: string,
  ifMatch?: string,
): Promise<WriteFault | undefined> {
  if (foldName(path) === foldName(canonPath)) return 'readonly'
  const [top = '', ...rest] = path.split('/')
  const { roots, extraRoots, rootFiles, template } = await workspace.info()
  const shown = [...roots, ...extraRoots, ...foldersIn(workspace.root, template)]
  const inRoot = rest.length > 0 ? shown.some(root => root.normalize('NFC') === top) : rootFiles
  if (!inRoot || !isListedName(path, template)) return 'path_denied'
  if (snapshot.files.some(file => foldName(file.path) === foldName(path))) return 'path_ambiguous'
  return ifMatch === undefined ? undefined : 'stale_file'
}

async function create(root: string, path: string, bytes: Buffer): Promise<WriteFault | undefined> {
  const names = path.split('/')
  const created = await withFolder(
    root,
    names.slice(0, -1),
    ({ path: folder, confirm }) => createFile(join(folder, names.at(-1) ?? ''), bytes, undefined, confirm),
    ensureListedFolder,
  )
  if (created === undefined) return 'path_denied'
  return created ? undefined : 'stale_file'
}

async function replace(root: string, physical: string, bytes: Buffer): Promise<WriteFault | undefined> {
  return (await replaceKeepingMode(root, physical, bytes)) ? undefined : 'path_denied'
}
