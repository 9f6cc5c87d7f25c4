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

  bytes(value: Uint8Array): void {
    this.#need(value.length)
    this.#bytes.set(value, this.#at)
    this.#at += value.length
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

/** Bits that grow as they are written, the highest of a byte first. */
export class BitWriter {
  #bytes = new Uint8Array(4096)
  #at = 0
  /** What does not fill a byte yet. */
  #rest = 0
  #restSize = 0

  /** Whole bytes so far; the last one may have bits left over. */
  get length(): number {
    return this.#at + (this.#restSize > 0 ? 1 : 0)
  }

  /** The lowest bits of a number, at most 16. */
  bits(value: number, size: number): void {
    if (this.#at + 4 > this.#bytes.length) this.#grow()
    this.#rest = (this.#rest << size) | value
    this.#restSize += size
    while (this.#restSize >= 8) {
      this.#restSize -= 8
      this.#bytes[this.#at++] = this.#rest >>> this.#restSize
    }
  }

  /** So many ones, and a zero. */
  ones(count: number): void {
    let left = count
    for (; left >= 15; left -= 15) this.bits(0x7fff, 15)
    this.bits((2 << left) - 2, left + 1)
  }

  /** What was written since the start or the last call, filled up with ones; good until more is written. */
  take(): Uint8Array {
    if (this.#restSize > 0) this.bits((1 << (8 - this.#restSize)) - 1, 8 - this.#restSize)
    const taken = this.#bytes.subarray(0, this.#at)
    this.#at = 0
    this.#rest = 0
    return taken
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2)
    larger.set(this.#bytes)
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
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#bytes[this.at++] ?? 0
      if (byte < 128) return value | (byte << shift)
      value |= (byte - 128) << shift
    }
    // The rest of a large number; what fits 32 bits is several times as quick to read.
    return value + this.number() * 2 ** 28
  }

  signed(): number {
    const value = this.number()
    if (value >= 2 ** 31) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
    return (value & 1) === 0 ? value >> 1 : -(value >> 1) - 1
  }

  text(): string {
    const size = this.number()
    return Buffer.from(this.bytes(size)).toString('utf8')
  }

  skip(count: number): void {
    this.at += count
  }

  bytes(count: number): Uint8Array {
    const found = this.#bytes.subarray(this.at, this.at + count)
    this.at += count
    return found
  }
}
