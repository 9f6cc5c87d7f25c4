import { createHash } from 'node:crypto'

const lineFeed = 0x0a
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
