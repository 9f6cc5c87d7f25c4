export interface Tokenizer {
  /** What each token adds to a text. */
  pieces: readonly string[]
  encode(text: string): number[]
}

export const begin = 1
export const end = 2
/** The tokens for single bytes come after the three special ones. */
const firstByte = 3

/** Reads a tokenizer of the llama2.c format: scores and pieces, merged by the best score. */
export function openTokenizer(file: Buffer, size: number): Tokenizer {
  const pieces: string[] = []
  const scores: number[] = []
  for (let at = 4; pieces.length < size; ) {
    const length = file.readInt32LE(at + 4)
    scores.push(file.readFloatLE(at))
    pieces.push(pieceOf(file.toString('utf8', at + 8, at + 8 + length)))
    at += 8 + length
  }
  const ids = new Map(pieces.map((piece, id) => [piece, id]))

  function encode(text: string): number[] {
    const tokens = [...` ${text}`].flatMap(
      char => ids.get(char) ?? [...Buffer.from(char)].map(byte => byte + firstByte),
    )
    for (;;) {
      const best = bestPair(tokens)
      if (!best) return tokens
      tokens.splice(best.at, 2, best.id)
    }
  }

  function bestPair(tokens: readonly number[]): { at: number; id: number } | undefined {
    let best: { at: number; id: number; score: number } | undefined
    for (let at = 0; at + 1 < tokens.length; at++) {
      const id = ids.get(`${pieces[tokens[at] ?? 0]}${pieces[tokens[at + 1] ?? 0]}`)
      const score = id === undefined ? Number.NEGATIVE_INFINITY : (scores[id] ?? 0)
      if (id !== undefined && (!best || score > best.score)) best = { at, id, score }
    }
    return best
  }

  return { pieces, encode }
}

function pieceOf(text: string): string {
  const byte = /^<0x([0-9A-F]{2})>$/.exec(text)?.[1]
  if (byte === undefined) return /^\n?<\/?s>\n?$|^<unk>$/.test(text) ? '' : text
  const code = Number.parseInt(byte, 16)
  // Bytes of longer characters are left out of what it may say, so that every piece is whole text.
  return code < 0x80 ? String.fromCharCode(code) : ''
}
