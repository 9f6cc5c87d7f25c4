import type { Receipt } from '../../receipts/receipt.ts'
import type { Audit } from '../audit/open.ts'
import type { WorkspaceVfs } from '../workspace/create-vfs.ts'
import type { Settings } from '../workspace/settings.ts'
import type { FileClass, Snapshot } from '../workspace/vfs.ts'

export interface ReplyCheck {
  text: string
  kind: 'tools' | 'tools+json' | 'json' | 'phase2' | 'step'
  /** Whether the bare word is an answer here; in the second phase it is. */
  mayAbstain?: boolean
  /** As it was written; its canonical key decides. */
  role: string
  /** Of the agent: narrows what the role may cite, never widens it. */
  evidenceSources?: readonly FileClass[]
  /** Null when a reply is checked outside of any session: then every receipt of the project may be cited. */
  session: string | null
  round?: string
  turn: string
  /** All of the session; which of them may be cited is decided here. */
  receipts: readonly Receipt[]
  snapshot: Snapshot
  audit: Audit
  settings: Omit<Settings['evidence'], 'retries'>
}

/**
 * The tree a reply is held against: its names are those on disk now, and what it names is read from there. The number of
 * a scene is known from inside the files, so a text with one needs a tree that has looked at them.
 */
export function treeForCheck(vfs: Pick<WorkspaceVfs, 'names' | 'snapshot'>, text: string): Promise<Snapshot> {
  return numberedScene.test(text) ? vfs.snapshot() : vfs.names()
}

const numberedScene = /scenes?(?:[ \t]*#)?[ \t]*\d/iu
