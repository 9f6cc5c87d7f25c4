import type { OwnDatabase } from '../own-database.ts'
import { identityOf } from '../workspace/project-key.ts'

interface Repository {
  id: number
  key: string
  label: string
  /** The folder it is named after: the first that was seen of it. */
  root: string
}

/** A folder that belongs to a repository. */
export interface KnownFolder {
  repository: number
  /** The checkout it is in. */
  top: string
}

/** What a repository is known by: its folder, its remote, its first commit, another commit. The kinds are kept apart. */
export const sign = {
  folder: (commonDir: string) => `dir:${commonDir}`,
  remote: (address: string) => `remote:${address}`,
  beginning: (hash: string) => `beginning:${hash}`,
  commit: (hash: string) => `commit:${hash}`,
}
type SignKind = keyof typeof sign

/** The repositories seen so far. Used inside one write of its database, which it keeps up to date. */
export class KnownRepositories {
  readonly #database: OwnDatabase
  readonly #repositories = new Map<number, Repository>()
  readonly #signs = new Map<string, number>()
  readonly #folders = new Map<string, KnownFolder>()
  readonly #formerKeys = new Map<string, number>()

  constructor(database: OwnDatabase) {
    this.#database = database
    for (const each of database.sql<Repository>('select id, key, label, root from repository').all()) {
      this.#repositories.set(each.id, each)
    }
    for (const each of database.sql<{ sign: string; repository: number }>('select sign, repository from sign').all()) {
      this.#signs.set(each.sign, each.repository)
    }
    for (const { path, ...place } of database
      .sql<KnownFolder & { path: string }>('select path, top, repository from folder')
      .all()) {
      this.#folders.set(path, place)
    }
    for (const each of database
      .sql<{ key: string; repository: number }>('select key, repository from former_key')
      .all()) {
      this.#formerKeys.set(each.key, each.repository)
    }
  }

  get(id: number): Repository {
    const found = this.#repositories.get(id)
    if (!found) throw new Error(`There is no repository ${id}.`)
    return found
  }

  bySign(text: string): number | undefined {
    return this.#signs.get(text)
  }

  place(folder: string): KnownFolder | undefined {
    return this.#folders.get(folder)
  }

  folders(): Iterable<[string, KnownFolder]> {
    return this.#folders
  }

  /** Whether it is known to have signs of that kind, and none of them is this one. */
  hasOther(id: number, kind: SignKind, text: string | null): boolean {
    if (text === null) return false
    const begin = sign[kind]('')
    const own = [...this.#signs].filter(([known, of]) => of === id && known.startsWith(begin))
    return own.length > 0 && own.every(([known]) => known !== sign[kind](text))
  }

  create(root: string, signs: readonly string[]): number {
    const { project_label, project_key } = identityOf(root, false)
    const isTaken =
      this.#formerKeys.has(project_key) || [...this.#repositories.values()].some(({ key }) => key === project_key)
    // Another repository was in this folder before.
    const key = isTaken ? identityOf(`${root}\n${signs.join('\n')}`, false, project_label).project_key : project_key
    const { lastInsertRowid } = this.#database
      .sql('insert into repository (key, label, root) values (?, ?, ?)')
      .run(key, project_label, root)
    const id = Number(lastInsertRowid)
    this.#repositories.set(id, { id, key, label: project_label, root })
    return id
  }

  addSign(text: string, id: number): void {
    if (this.#signs.get(text) === id) return
    this.#signs.set(text, id)
    this.#database.sql('replace into sign values (?, ?)').run(text, id)
  }

  addFolder(path: string, place: KnownFolder): void {
    const known = this.#folders.get(path)
    if (known?.repository === place.repository && known.top === place.top) return
    this.#folders.set(path, place)
    this.#database.sql('replace into folder values (?, ?, ?)').run(path, place.top, place.repository)
  }

  /** Makes two repositories that turned out to be one into the older of them. */
  merge(one: number, other: number): number {
    if (one === other) return one
    const [kept, dropped] = one < other ? [one, other] : [other, one]
    const { key } = this.get(dropped)
    for (const [text, id] of this.#signs) if (id === dropped) this.addSign(text, kept)
    for (const [path, place] of this.#folders) {
      if (place.repository === dropped) this.addFolder(path, { ...place, repository: kept })
    }
    for (const [former, id] of [...this.#formerKeys, [key, dropped] as const]) {
      if (id === dropped) this.#addFormerKey(former, kept)
    }
    this.#repositories.delete(dropped)
    this.#database.sql('delete from repository where id = ?').run(dropped)
    return kept
  }

  #addFormerKey(key: string, id: number): void {
    this.#formerKeys.set(key, id)
    this.#database.sql('replace into former_key values (?, ?)').run(key, id)
  }

  /** Every key that days of a repository may be stored under. */
  keysOf(id: number): string[] {
    const former = [...this.#formerKeys].flatMap(([key, of]) => (of === id ? [key] : []))
    const folders = [...this.#folders].flatMap(([path, { repository }]) =>
      repository === id ? [identityOf(path, false).project_key] : [],
    )
    return [...new Set([this.get(id).key, ...former, ...folders])]
  }
}
