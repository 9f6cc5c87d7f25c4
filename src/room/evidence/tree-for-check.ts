import type { WorkspaceVfs } from '../workspace/create-vfs.ts'
import type { Snapshot } from '../workspace/vfs.ts'

/**
 * The tree a reply is held against: its names are those on disk now, and what it names is read from there. The number of
 * a scene is known from inside the files, so a text with one needs a tree that has looked at them.
 */
export function treeForCheck(vfs: Pick<WorkspaceVfs, 'names' | 'snapshot'>, text: string): Promise<Snapshot> {
  return numberedScene.test(text) ? vfs.snapshot() : vfs.names()
}

const numberedScene = /scenes?(?:[ \t]*#)?[ \t]*\d/iu
