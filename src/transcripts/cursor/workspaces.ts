import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { byteOrder } from '../../kernel/byte-order.ts'
import { openForeign } from '../materialized/foreign-database.ts'
import { objectIn } from '../materialized/line.ts'
import { type NeighbourState, type TranscriptFile, Unreadable } from '../reader.ts'
import { isObject, listAt, textAt } from '../record.ts'
import { workspaceRoot } from '../vscode-workspace.ts'

/** Which folder each conversation was had in, by the conversation's id. */
export type Roots = ReadonlyMap<string, string>

/** The state of the workspaces beside a store, which say what belongs to which project. */
export function workspacesBeside({ path }: TranscriptFile): NeighbourState {
  const hash = createHash('sha256')
  let changedNs = 0n
  for (const folder of workspacesOf(path)) {
    for (const name of ['state.vscdb', 'state.vscdb-wal', 'workspace.json']) {
      const file = join(folder, name)
      const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
      // A log that is empty is one that a reader left behind.
      if (!stat || stat.size === 0n) continue
      hash.update(`${file} ${stat.ino} ${stat.size} ${stat.mtimeNs}\n`)
      if (stat.mtimeNs > changedNs) changedNs = stat.mtimeNs
    }
  }
  return { mark: hash.digest('hex').slice(0, 16), changedNs }
}

/** The roots beside a store, kept as they were last read, since every conversation of a store asks for all of them. */
export class WorkspaceRoots {
  #read: { path: string; mark: string; roots: Roots } | undefined

  beside(file: TranscriptFile): Roots {
    const { path } = file
    const { mark, changedNs } = workspacesBeside(file)
    const isSettled = BigInt(Date.now()) * 1_000_000n - changedNs > settlingNs
    if (isSettled && this.#read?.path === path && this.#read.mark === mark) return this.#read.roots
    const roots = new Map<string, string>()
    for (const folder of workspacesOf(path)) {
      const root = workspaceRoot(folder)
      if (root === null) continue
      for (const id of composersIn(join(folder, 'state.vscdb'))) if (!roots.has(id)) roots.set(id, root)
    }
    this.#read = { path, mark, roots }
    return roots
  }
}

/** What was written within this long may have been written again without showing it. */
const settlingNs = 2_000_000_000n

/** `<User>/globalStorage/state.vscdb` has its workspaces in `<User>/workspaceStorage`. */
function workspacesOf(path: string): string[] {
  const home = join(dirname(dirname(path)), 'workspaceStorage')
  try {
    return readdirSync(home)
      .sort(byteOrder)
      .map(name => join(home, name))
  } catch {
    return []
  }
}

/** A workspace that cannot be read leaves its conversations without a root, not the store without conversations. */
function composersIn(file: string): string[] {
  if (!statSync(file, { throwIfNoEntry: false })) return []
  try {
    const database = openForeign(file, 1000)
    try {
      if (!database.columns('ItemTable').has('value')) return []
      const rows = database.all(
        "select cast(value as text) as value from ItemTable where key = 'composer.composerData'",
      )
      const listed = rows.flatMap(row => listAt(objectIn(row.value) ?? undefined, 'allComposers'))
      return listed.flatMap(each => (isObject(each) ? (textAt(each, 'composerId') ?? []) : []))
    } finally {
      database.close()
    }
  } catch (error) {
    if (error instanceof Unreadable) return []
    throw error
  }
}
