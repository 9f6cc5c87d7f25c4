/** Compact for programs; on a terminal indented, and with nothing in it that could steer the terminal. */
export function jsonText(value: unknown, onTerminal: boolean): string {
  if (!onTerminal) return JSON.stringify(value)
  return JSON.stringify(value, null, 2).replace(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
