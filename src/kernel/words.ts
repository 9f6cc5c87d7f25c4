// Apart from text.ts, whose schemas need zod: the page loads these, and no zod.

/** "tests passed" → "Tests passed". */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "no such day" → "No such day." */
export function asSentence(text: string): string {
  return `${capitalize(text)}${/[.!?…]$/.test(text) ? '' : '.'}`
}

/** "Story/Scenes/one.md" → "one.md". */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
