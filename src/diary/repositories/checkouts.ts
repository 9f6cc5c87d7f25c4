import { type Checkout, findCheckout, readSigns } from '../../files/git-checkout.ts'
import { realFolder, worktreeIn } from '../workspace/project-key.ts'
import { type KnownFolder, type KnownRepositories, sign } from './known.ts'

/** Finds out which repository a folder belongs to: from the folder itself, from what is remembered, from its path. */
export class FolderPlaces {
  readonly #known: KnownRepositories
  readonly #home: string
  readonly #looked = new Set<string>()
  readonly #checkouts = new Map<string, number>()

  constructor(known: KnownRepositories, home: string) {
    this.#known = known
    this.#home = home
  }

  /** Null where nothing says that the folder is in a repository. */
  of(folder: string): KnownFolder | null {
    if (!this.#looked.has(folder)) {
      this.#looked.add(folder)
      const found = this.#look(folder)
      if (found) this.#known.addFolder(folder, found)
    }
    return this.#known.place(folder) ?? null
  }

  /** Looks again at what was not found, since more is known now. */
  lookAgain(): void {
    for (const folder of this.#looked) if (!this.#known.place(folder)) this.#looked.delete(folder)
  }

  /** Whether the folder's own files say so, and not only what is remembered. */
  isThere(folder: string): boolean {
    return findCheckout(folder, this.#home) !== null
  }

  #look(folder: string): KnownFolder | null {
    const checkout = findCheckout(folder, this.#home)
    if (checkout) return this.#placeIn(checkout)
    const remembered = this.#known.place(folder) ?? this.#known.place(realFolder(folder))
    if (remembered) return remembered
    const worktree = worktreeIn(folder, this.#home)
    const repository = worktree && this.of(worktree.repository)
    return worktree && repository ? { ...repository, top: worktree.top } : null
  }

  #placeIn(checkout: Checkout): KnownFolder {
    const { top, main } = checkout
    const repository = this.#checkouts.get(top) ?? repositoryOf(this.#known, checkout)
    if (!this.#checkouts.has(top)) {
      this.#checkouts.set(top, repository)
      for (const path of [main, top]) this.#known.addFolder(path, { repository, top: path })
    }
    return this.#known.place(top) ?? { repository, top }
  }
}

/** The repository of a checkout: one that was seen before, perhaps in another folder, or a new one. */
function repositoryOf(known: KnownRepositories, checkout: Checkout): number {
  const { remote, clonedFrom, beginning } = readSigns(checkout)
  const folder = sign.folder(checkout.commonDir)
  const signs = [
    folder,
    ...(remote === null ? [] : [sign.remote(remote)]),
    ...(clonedFrom === null ? [] : [sign.folder(clonedFrom)]),
    ...(beginning === null ? [] : [sign.beginning(beginning)]),
  ]
  const isReplaced = (id: number) => known.hasOther(id, 'remote', remote) && known.hasOther(id, 'beginning', beginning)
  const isFork = (id: number) => known.hasOther(id, 'remote', remote)
  const matches = signs.flatMap(text => {
    const id = known.bySign(text)
    if (id === undefined || (text === folder && isReplaced(id))) return []
    return text.startsWith(sign.beginning('')) && isFork(id) ? [] : [id]
  })
  const found = [...new Set(matches)].reduce<number | undefined>(
    (one, other) => (one === undefined ? other : known.merge(one, other)),
    undefined,
  )
  const id = found ?? known.create(checkout.main, signs)
  for (const text of signs) {
    // What another repository is known by stays with it, except the folder that this one has taken over.
    if (text === folder || known.bySign(text) === undefined) known.addSign(text, id)
  }
  return id
}
