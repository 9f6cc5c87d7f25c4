import { promisify } from 'node:util'
import { deflate, deflateSync, inflateSync } from 'node:zlib'
import { sha256 } from '../../files/sha256.ts'

/** Transcripts are cut at multiples of this, so that equal beginnings are equal pieces and only the last one grows. */
export const pieceSize = 1024 * 1024

/** Cuts a stream of bytes into pieces. What it hands out is used again afterwards. */
export class PieceCutter {
  readonly #take: (piece: Buffer) => void
  readonly #held = Buffer.allocUnsafeSlow(pieceSize)
  #filled = 0

  constructor(take: (piece: Buffer) => void) {
    this.#take = take
  }

  push(chunk: Buffer): void {
    for (let from = 0; from < chunk.length; ) {
      const count = chunk.copy(this.#held, this.#filled, from)
      this.#filled += count
      from += count
      if (this.#filled === pieceSize) this.end()
    }
  }

  end(): void {
    if (this.#filled > 0) this.#take(this.#held.subarray(0, this.#filled))
    this.#filled = 0
  }
}

export function pieceHash(bytes: Buffer): string {
  return sha256(bytes)
}

/** Speed counts more than the last percent: every transcript goes through here once. */
export function pack(bytes: Buffer): Buffer {
  return deflateSync(bytes, packing)
}

/** The same beside this thread. */
export function packInBackground(bytes: Buffer): Promise<Buffer> {
  return deflateAside(bytes, packing)
}

/** In one go: every further chunk of output would wait for this thread. */
const packing = { level: 1, chunkSize: pieceSize }
const deflateAside: (bytes: Buffer, options: typeof packing) => Promise<Buffer> = promisify(deflate)

/** The bytes of a piece; null when they are not those it was named after. */
export function unpack(stored: Uint8Array, sha256: string): Buffer | null {
  try {
    const bytes = inflateSync(stored, { maxOutputLength: pieceSize })
    return pieceHash(bytes) === sha256 ? bytes : null
  } catch {
    return null
  }
}
