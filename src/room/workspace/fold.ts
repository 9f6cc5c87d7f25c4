/** Simple case folding, code point by code point: a position in the folded text is a position in the text. */
export function foldCase(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  let folded = ''
  for (const point of text) folded += foldPoint(point)
  return folded
}

/** How two names are compared that people would call the same. */
export function foldName(name: string): string {
  return foldCase(name.normalize('NFC'))
}

/** Orders texts as their UTF-8 bytes are ordered. */
export function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const [x, y] = [a.charCodeAt(i), b.charCodeAt(i)]
    if (x !== y) return rank(x) - rank(y)
  }
  return a.length - b.length
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII
const ascii = /^[\u0000-\u007f]*$/
const dotless = 'ı'

function foldPoint(point: string): string {
  // Its capital is the plain I, but folding keeps the two apart.
  if (point === dotless) return point
  const upper = point.toUpperCase()
  const lower = (upper.length === point.length ? upper : point).toLowerCase()
  return lower.length === point.length ? lower : point
}

/** Surrogates encode code points above all others, though their own numbers are lower. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800
}
