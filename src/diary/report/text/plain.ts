/** Text of transcripts and callers as it may be shown: no control characters but line ends, no hidden direction marks. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\t/g, ' ')
    .replace(controls, '')
    .replace(bidi, mark => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`)
}

/** The same on one line. */
export function plainLine(text: string): string {
  return withoutControls(text.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n'))
    .replace(/(?<!\s)\s*\n\s*/g, ' ')
    .trim()
}

/** Text between code: every second part was bold in an agent's Markdown. Stars of a glob are not. */
export function boldParts(text: string): string[] {
  return text.includes('**') ? text.split(bold) : [text]
}

const bold = /(?<![\w*/])\*\*(?=[^\s*/])([^*\n]+)(?<![\s/])\*\*(?![\w*/])/

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g
const bidi = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
