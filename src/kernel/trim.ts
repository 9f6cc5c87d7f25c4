/**
 * The text without these characters at both ends. A pattern such as `/-+$/` would be tried at every place of a long run
 * of them, which takes time that grows with the square of the text.
 */
export function trimOf(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text.charAt(start))) start++
  return trimEndOf(text.slice(start), characters)
}

/** The text without these characters at its end. */
export function trimEndOf(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
