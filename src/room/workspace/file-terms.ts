import type { Said } from '../../query/answers.ts'
import { KnownTerms, Vocabulary } from '../../query/known-terms.ts'
import type { WeighedText } from '../../query/rank-texts.ts'
import type { FileText, Snapshot, VfsFile } from './vfs.ts'

/** Of all files of a workspace; what is above is read with every search. */
const mostKept = 8_000_000

/**
 * The terms of the files of a workspace. A snapshot has the same entry for a file as the one before it for as long as the
 * file is the same, so only files that changed are read again.
 */
export class FileTerms {
  #vocabulary = new Vocabulary()
  #known = new Map<VfsFile, KnownTerms>()

  /** What files of a snapshot say, without those that cannot be read; `textsOf` weighs what is in one. */
  async of(
    snapshot: Snapshot,
    files: readonly VfsFile[],
    textsOf: (text: FileText) => readonly WeighedText[],
  ): Promise<{ file: VfsFile; said: Said }[]> {
    this.#forgetOthers(snapshot)
    let kept = [...this.#known.values()].reduce((sum, { size }) => sum + size, 0)
    const found: { file: VfsFile; said: Said }[] = []
    for (const file of files) {
      const known = this.#known.get(file)
      const read = known ?? (await snapshot.read(file))
      if ('fault' in read) continue
      const said = read instanceof KnownTerms ? read : new KnownTerms(this.#vocabulary, textsOf(read))
      if (!known) kept += said.size
      if (kept <= mostKept) this.#known.set(file, said)
      found.push({ file, said })
    }
    return found
  }

  /** Terms that no file has any more go when most are such. */
  #forgetOthers({ files }: Snapshot): void {
    const there = new Set(files)
    for (const file of this.#known.keys()) if (!there.has(file)) this.#known.delete(file)
    if (this.#vocabulary.size <= mostTerms) return
    this.#vocabulary = new Vocabulary()
    this.#known = new Map()
  }
}

const mostTerms = 500_000
