import type { FileRef } from '../../receipts/receipt.ts'
import { cutTo } from '../text/cut.ts'
import { spanHash } from '../workspace/file-text.ts'
import { compareBytes } from '../workspace/fold.ts'
import type { FileText } from '../workspace/vfs.ts'

interface LineRange {
  file: FileText
  start: number
  end: number
}

/** Collects what a tool used of which file, in the order of its output. */
export class References {
  readonly #ranges: LineRange[] = []
  readonly #wholes = new Set<FileText>()

  lines(file: FileText, start: number, end = start): void {
    const last = Math.min(end, file.lines.length)
    if (start >= 1 && start <= last) this.#ranges.push({ file, start, end: last })
  }

  whole(file: FileText): void {
    this.#wholes.add(file)
  }

  /** Touching ranges of a file become one, whole files come last, two hundred at most. */
  list(): FileRef[] {
    const refs = [...merged(this.#ranges).map(lineRef), ...[...this.#wholes].map(wholeRef)]
    return refs.slice(0, 200)
  }
}

function merged(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.map((range, order) => ({ ...range, order }))
  sorted.sort((a, b) => compareBytes(a.file.path, b.file.path) || a.start - b.start || a.end - b.end)
  const joined: typeof sorted = []
  for (const range of sorted) {
    const last = joined.at(-1)
    if (last?.file === range.file && range.start <= last.end + 1) {
      last.end = Math.max(last.end, range.end)
      last.order = Math.min(last.order, range.order)
    } else joined.push(range)
  }
  return joined.sort((a, b) => a.order - b.order)
}

function lineRef({ file, start, end }: LineRange): FileRef {
  const cited = file.lines.slice(start - 1, end)
  const where = { path: file.path, start_line: start, end_line: end }
  return { ...where, sha256: spanHash(cited), excerpt: cutTo(cited.join('\n'), 200), file_sha256: file.sha256 }
}

function wholeRef({ path, sha256, content }: FileText): FileRef {
  return { path, sha256, excerpt: cutTo(content, 200), file_sha256: sha256 }
}
