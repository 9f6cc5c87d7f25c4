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
