/**
 * Text of a transcript made safe to show: control characters become their pictures and direction marks their
 * number, so that nothing is hidden and no text beside it moves. Every character is kept or named.
 */
export function safeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n/g, '\n')
    .replace(controls, character => String.fromCharCode(0x2400 + character.charCodeAt(0)))
    .replace(/\u007f/g, '\u2421')
    .replace(hidden, mark => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}

/** A text split into pieces; every second one is a match. */
export function piecesOf(text: string, words: string): string[] {
  const query = words.trim()
  if (query === '') return [text]
  return text.split(new RegExp(`(${query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')})`, 'giu'))
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u0008\u000b-\u001f]/g
const hidden = /[\u0080-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g
