/** Bytes that grow as numbers and texts are written. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafe(4096)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** Seven bits a byte, the lowest first. */
  number(value: number): void {
    this.#need(10)
    let left = value
    while (left >= 128) {
      this.#bytes[this.#at++] = (left % 128) + 128
      left = Math.floor(left / 128)
    }
    this.#bytes[this.#at++] = left
  }

  /** A number that may be negative: small ones of either sign are short. */
  signed(value: number): void {
    this.number(value < 0 ? -value * 2 - 1 : value * 2)
  }

  text(value: string): void {
    const size = Buffer.byteLength(value)
    this.number(size)
    this.#need(size)
    this.#at += this.#bytes.write(value, this.#at)
  }

  /** Takes over what another one has, which is empty then. */
  move(other: ByteWriter): void {
    this.#need(other.#at)
    other.#bytes.copy(this.#bytes, this.#at, 0, other.#at)
    this.#at += other.#at
    other.#at = 0
  }

  /** What was written since the start or the last call. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.#bytes.subarray(0, this.#at))
    this.#at = 0
    return taken
  }

  #need(count: number): void {
    if (this.#at + count <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(this.#at + count, this.#bytes.length * 2))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

/** Reads what a `ByteWriter` wrote, in the same order. */
export class ByteReader {
  readonly #bytes: Uint8Array
  at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.at = at
  }

  get isAtEnd(): boolean {
    return this.at >= this.#bytes.length
  }

  number(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const byte = this.#bytes[this.at++] ?? 0
      if (byte < 128) return value + byte * weight
      value += (byte - 128) * weight
      weight *= 128
    }
  }

  signed(): number {
    const value = this.number()
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2
  }

  text(): string {
    const size = this.number()
    return Buffer.from(this.bytes(size)).toString('utf8')
  }

  bytes(count: number): Uint8Array {
    const found = this.#bytes.subarray(this.at, this.at + count)
    this.at += count
    return found
  }
}
