/** Data from elsewhere on one line: line breaks and control characters become a space, the end is cut. */
export function flatten(text: string, most: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: taking them out is the point
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()
  const characters = line.length <= most ? [] : [...line]
  return characters.length <= most ? line : `${characters.slice(0, most - 1).join('')}…`
}
