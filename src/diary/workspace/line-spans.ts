import { createHash } from 'node:crypto'
import { linesPattern } from '../schema.ts'

/** Lines `start` to `end`, both included. */
export interface LineSpan {
  start: number
  end: number
}

/** What `<start>-<end>` means; undefined for every other form. */
export function spanIn(lines: unknown): LineSpan | undefined {
  if (typeof lines !== 'string' || !linesPattern.test(lines)) return undefined
  const [start = 0, end = 0] = lines.split('-').map(Number)
  return start <= end ? { start, end } : undefined
}

export function isInside(inner: LineSpan, outer: LineSpan): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

/** The lines that both lists have. */
export function intersectSpans(some: readonly LineSpan[], others: readonly LineSpan[]): LineSpan[] {
  const [one, other] = [mergeSpans(some), mergeSpans(others)]
  const both: LineSpan[] = []
  for (let i = 0, j = 0; ; ) {
    const [left, right] = [one[i], other[j]]
    if (!left || !right) return both
    const span = { start: Math.max(left.start, right.start), end: Math.min(left.end, right.end) }
    if (span.start <= span.end) both.push(span)
    if (left.end < right.end) i++
    else j++
  }
}

/** Whether a line of the span is in none of the others, which are merged. */
export function hasLineOutside(span: LineSpan, others: readonly LineSpan[]): boolean {
  return !others.some(other => isInside(span, other))
}

/** Spans in order, those that touch joined into one. */
export function mergeSpans(spans: readonly LineSpan[]): LineSpan[] {
  const joined: LineSpan[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last && span.start <= last.end + 1) last.end = Math.max(last.end, span.end)
    else joined.push({ ...span })
  }
  return joined
}

export interface FileHashes {
  sha256: string
  /** By `<start>-<end>`; spans that reach beyond the last line are missing. */
  spans: ReadonlyMap<string, string>
}

/** Hashes a file and any number of spans of its lines while its bytes pass by once. */
export async function hashSpans(chunks: AsyncIterable<Buffer>, spans: readonly LineSpan[]): Promise<FileHashes> {
  const file = createHash('sha256')
  const open = new OpenSpans(spans)
  for await (const chunk of chunks) {
    file.update(chunk)
    open.push(chunk)
  }
  return { sha256: file.digest('hex'), spans: open.end() }
}

const lineFeed = 0x0a

class OpenSpans {
  readonly #found = new Map<string, string>()
  /** Not begun yet, the first one last. */
  readonly #coming: LineSpan[]
  #open: Array<{ span: LineSpan; hasher: SpanHasher }> = []
  /** The line that the next byte belongs to. */
  #line = 1
  /** The line where the next span begins or one is over. */
  #boundary = 1
  #isInLine = false

  constructor(spans: readonly LineSpan[]) {
    this.#coming = [...spans].sort((one, other) => other.start - one.start)
    this.#openAndClose()
  }

  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const to = this.#countLines(chunk, from)
      for (const { hasher } of this.#open) hasher.push(chunk.subarray(from, to))
      from = to
      if (this.#line === this.#boundary) this.#openAndClose()
    }
  }

  end(): ReadonlyMap<string, string> {
    // A last line without its end is a line like any other.
    if (this.#isInLine) this.#line++
    this.#openAndClose()
    return this.#found
  }

  /** Counts lines to the next boundary or to the end of the chunk, and answers how far that is. */
  #countLines(chunk: Buffer, from: number): number {
    if (this.#boundary === Infinity) return chunk.length
    let at = from
    while (this.#line < this.#boundary) {
      const end = chunk.indexOf(lineFeed, at)
      if (end < 0) {
        this.#isInLine = at < chunk.length || this.#isInLine
        return chunk.length
      }
      this.#isInLine = false
      this.#line++
      at = end + 1
    }
    return at
  }

  #openAndClose(): void {
    const line = this.#line
    for (const { span, hasher } of this.#open) {
      if (span.end < line) this.#found.set(`${span.start}-${span.end}`, hasher.digest())
    }
    this.#open = this.#open.filter(({ span }) => span.end >= line)
    for (let next = this.#coming.at(-1); next?.start === line; next = this.#coming.at(-1)) {
      this.#open.push({ span: next, hasher: new SpanHasher() })
      this.#coming.pop()
    }
    const begins = this.#coming.at(-1)?.start ?? Infinity
    this.#boundary = this.#open.reduce((first, { span }) => Math.min(first, span.end + 1), begins)
  }
}

const carriageReturn = 0x0d

/** SHA-256 over the lines in a run of bytes, joined by LF: line ends as CR LF and the last line end do not count. */
export class SpanHasher {
  readonly #hash = createHash('sha256')
  #betweenLines = false
  #heldReturn = false

  push(chunk: Buffer): void {
    if (!this.#heldReturn && chunk.indexOf(carriageReturn) < 0) this.#pushPlain(chunk)
    else this.#pushLines(chunk)
  }

  digest(): string {
    return this.#hash.digest('hex')
  }

  /** Without a CR only the last line end has to wait. */
  #pushPlain(chunk: Buffer): void {
    if (chunk.length === 0) return
    if (this.#betweenLines) this.#hash.update('\n')
    this.#betweenLines = chunk[chunk.length - 1] === lineFeed
    this.#hash.update(this.#betweenLines ? chunk.subarray(0, -1) : chunk)
  }

  #pushLines(chunk: Buffer): void {
    let from = 0
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      this.#part(chunk.subarray(from, to))
      this.#endLine()
      from = to + 1
    }
    this.#part(chunk.subarray(from))
  }

  #part(bytes: Buffer): void {
    if (bytes.length === 0) return
    if (this.#betweenLines) this.#hash.update('\n')
    if (this.#heldReturn) this.#hash.update('\r')
    this.#betweenLines = false
    this.#heldReturn = bytes[bytes.length - 1] === carriageReturn
    this.#hash.update(this.#heldReturn ? bytes.subarray(0, -1) : bytes)
  }

  #endLine(): void {
    if (this.#betweenLines) this.#hash.update('\n')
    this.#betweenLines = true
    this.#heldReturn = false
  }
}
