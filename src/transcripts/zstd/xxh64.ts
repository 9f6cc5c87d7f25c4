const prime1 = 0x9e3779b185ebca87n
const prime2 = 0xc2b2ae3d27d4eb4fn
const prime3 = 0x165667b19e3779f9n
const prime4 = 0x85ebca77c2b2ae63n
const prime5 = 0x27d4eb2f165667c5n
const mask = 0xffffffffffffffffn
const stripe = 32

/** The checksum of zstd's frames: XXH64 with seed 0, over bytes that come in pieces. */
export class Xxh64 {
  #lanes = [prime1 + prime2, prime2, 0n, -prime1].map(lane => lane & mask)
  #rest: Buffer = Buffer.alloc(0)
  #total = 0n

  update(bytes: Buffer): void {
    this.#total += BigInt(bytes.length)
    const all = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    const whole = all.length - (all.length % stripe)
    for (let at = 0; at < whole; at += stripe) {
      this.#lanes = this.#lanes.map((lane, i) => round(lane, all.readBigUInt64LE(at + i * 8)))
    }
    this.#rest = Buffer.from(all.subarray(whole))
  }

  digest(): bigint {
    let hash = ((this.#total < stripe ? prime5 : this.#merged()) + this.#total) & mask
    let at = 0
    for (; at + 8 <= this.#rest.length; at += 8) {
      hash = (rotate(hash ^ round(0n, this.#rest.readBigUInt64LE(at)), 27n) * prime1 + prime4) & mask
    }
    if (at + 4 <= this.#rest.length) {
      hash = (rotate(hash ^ ((BigInt(this.#rest.readUInt32LE(at)) * prime1) & mask), 23n) * prime2 + prime3) & mask
      at += 4
    }
    for (; at < this.#rest.length; at++) {
      hash = (rotate(hash ^ ((BigInt(this.#rest[at] ?? 0) * prime5) & mask), 11n) * prime1) & mask
    }
    hash = ((hash ^ (hash >> 33n)) * prime2) & mask
    hash = ((hash ^ (hash >> 29n)) * prime3) & mask
    return hash ^ (hash >> 32n)
  }

  #merged(): bigint {
    const [a = 0n, b = 0n, c = 0n, d = 0n] = this.#lanes
    const sum = (rotate(a, 1n) + rotate(b, 7n) + rotate(c, 12n) + rotate(d, 18n)) & mask
    return this.#lanes.reduce((hash, lane) => ((hash ^ round(0n, lane)) * prime1 + prime4) & mask, sum)
  }
}

function round(lane: bigint, word: bigint): bigint {
  return (rotate((lane + word * prime2) & mask, 31n) * prime1) & mask
}

function rotate(value: bigint, by: bigint): bigint {
  return ((value << by) | (value >> (64n - by))) & mask
}
