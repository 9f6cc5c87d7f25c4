/** A folder a session worked in, with a branch that was checked out there, where the transcript says so. */
export interface FolderSeen {
  folder: string
  branch: string | null
}

/** Keeps where a session worked, in the order it first went there. */
export class FolderHistory {
  readonly #seen: FolderSeen[]
  #last: FolderSeen | undefined

  constructor(seen: readonly FolderSeen[] = []) {
    this.#seen = [...seen]
  }

  /** Called for every record, most of which say the same as the one before. */
  note(folder: string | undefined, branch: string | null): void {
    if (folder === undefined || (this.#last?.folder === folder && this.#last.branch === branch)) return
    const known = this.#seen.find(each => each.folder === folder && each.branch === branch)
    this.#last = known ?? { folder, branch }
    // A session that wanders endlessly says nothing more about its repository.
    if (!known && this.#seen.length < maxSeen) this.#seen.push(this.#last)
  }

  get seen(): FolderSeen[] {
    return [...this.#seen]
  }
}

const maxSeen = 64
