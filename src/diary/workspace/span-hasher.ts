import { createHash } from 'node:crypto'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** SHA-256 over the lines in a run of bytes, joined by LF: line ends as CR LF and the last line end do not count. */
export class SpanHasher {
  readonly #hash = createHash('sha256')
  #betweenLines = false
  #heldReturn = false

  push(chunk: Buffer): void {
    let from = 0
    for (let to = chunk.indexOf(lineFeed); to >= 0; to = chunk.indexOf(lineFeed, from)) {
      this.#part(chunk.subarray(from, to))
      this.#endLine()
      from = to + 1
    }
    this.#part(chunk.subarray(from))
  }

  digest(): string {
    return this.#hash.digest('hex')
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
