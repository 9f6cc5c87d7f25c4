import { codePoints } from '../kernel/text.ts'

const maxLength = 200

/** A caller's identifier as an answer may repeat it. */
export function sanitizeEcho(given: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
  const visible = given.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '?')
  return codePoints(visible) <= maxLength ? visible : [...visible].slice(0, maxLength).join('')
}
