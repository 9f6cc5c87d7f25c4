import type { TokenUsage } from '../event.ts'
import { type Line, parseLine } from '../lines.ts'
import { tokenCountOf } from './record-roles.ts'

/**
 * What a session has used so far. Its client says so after every request, and it is asked for once a turn: so lines are
 * kept, and only the last one that has a total is parsed.
 */
export class TokenTotals {
  #known: TokenUsage | null
  #bytes = Buffer.allocUnsafeSlow(16 * 1024)
  /** Where each kept line ends. */
  #ends: number[] = []

  constructor(known: TokenUsage | null) {
    this.#known = known
  }

  /** Takes note of a line that counts tokens. */
  add({ holder, from, size }: Line): void {
    if (!holder) return
    if ((this.#ends.at(-1) ?? 0) + size > this.#bytes.length) this.#decide()
    if (size > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(size * 2)
    const start = this.#ends.at(-1) ?? 0
    holder.copy(this.#bytes, start, from, from + size)
    this.#ends.push(start + size)
  }

  get current(): TokenUsage | null {
    this.#decide()
    return this.#known
  }

  /** A count may be without a total, and then the one before it still holds. */
  #decide(): void {
    for (let line = this.#ends.length - 1; line >= 0; line--) {
      // Only the first line of a file may begin with a byte order mark; elsewhere no record does.
      const record = parseLine(this.#bytes.subarray(this.#ends[line - 1] ?? 0, this.#ends[line]), true)
      const total = record && tokenCountOf(record)?.total
      if (!total) continue
      this.#known = total
      break
    }
    this.#ends = []
  }
}
