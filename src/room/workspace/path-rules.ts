import { trimOf } from '../../kernel/trim.ts'
import type { PathFault } from './vfs.ts'

/** Steps 1 to 3 of the jail and the normalization of step 4. What passes is still only a text to look up. */
export function checkPath(given: unknown): { path: string } | { fault: PathFault } {
  if (typeof given !== 'string' || !given.isWellFormed()) return { fault: { code: 'path_invalid' } }
  const bytes = Buffer.byteLength(given)
  if (bytes < 1 || bytes > maxPathBytes) return { fault: { code: 'path_invalid' } }
  const path = trimOf(given, ' \t\n\v\f\r').replace(/^\.\//, '')
  return isAllowedPath(path) ? { path: path.normalize('NFC') } : { fault: { code: 'path_denied' } }
}

/** Nothing here could mean anything but a name below the root, on any operating system. */
function isAllowedPath(path: string): boolean {
  return !forbidden.test(path) && !/^[/~]/.test(path) && path.split('/').every(isAllowedSegment)
}

export function isAllowedSegment(segment: string): boolean {
  return (
    segment !== '' &&
    !forbidden.test(segment) &&
    !segment.includes('/') &&
    !/^\.|[. ]$/.test(segment) &&
    Buffer.byteLength(segment) <= 255 &&
    !device.test(segment)
  )
}

export const maxPathBytes = 1024

/** Controls, line and bidirectional marks, backslash and colon. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
const forbidden = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\\:]/
const device = /^(?:con|prn|aux|nul|com[1-9]|lpt[1-9]) *(?:\.|$)/i
