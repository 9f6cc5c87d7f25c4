/** Characters by what they cost: four of ASCII make about one token, every other about one by itself. */
export interface Weight {
  ascii: number
  other: number
}

export function weigh(text: string): Weight {
  // Most texts are plain, which the engine sees sooner than a loop does.
  if (Buffer.byteLength(text) === text.length) return { ascii: text.length, other: 0 }
  let other = 0
  let pairs = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    other++
    // The second half of a pair belongs to the code point before it.
    if (unit >= 0xdc00 && unit <= 0xdfff) pairs++
  }
  return { ascii: text.length - other, other: other - pairs }
}

export function add(...weights: Weight[]): Weight {
  return {
    ascii: weights.reduce((sum, { ascii }) => sum + ascii, 0),
    other: weights.reduce((sum, { other }) => sum + other, 0),
  }
}

/** An estimate, and called so wherever it is shown. */
export function estimatedTokens({ ascii, other }: Weight): number {
  return Math.ceil(ascii / 4 + other)
}
