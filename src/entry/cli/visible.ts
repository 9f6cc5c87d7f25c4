/**
 * Text as it may safely reach a terminal: whatever could move the cursor, recolor, retitle or reverse the line is
 * replaced by something visible. Stored text is never changed by this.
 */
export function visible(text: string): string {
  return text.replace(dangerous, standIn)
}

/** The same for text of several lines: line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(dangerous, character =>
    character === '\n' || character === '\t' ? character : standIn(character),
  )
}

// Controls, line and paragraph separators, marks that change the direction of text, and tag characters nobody can see.
const dangerous =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff\u{e0000}-\u{e007f}]/gu

function standIn(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return String.fromCharCode(0x2400 + code)
  if (code === 0x7f) return '\u2421'
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
}

/** Compact for programs; on a terminal indented, and with nothing in it that could steer the terminal. */
export function jsonText(value: unknown, onTerminal: boolean): string {
  if (!onTerminal) return JSON.stringify(value)
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
