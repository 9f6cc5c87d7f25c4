import { byteOrder } from '../../kernel/byte-order.ts'
import { groupBy } from '../../kernel/group.ts'
import { trimOf } from '../../kernel/text.ts'
import { foldName } from './fold.ts'
import type { PathFault, Resolved, VfsFile } from './vfs.ts'

/** The jail's lookup: a caller's text is checked and then compared with the files that are there, nothing more. */
export function createResolver(files: readonly VfsFile[]): (given: unknown) => Resolved {
  const exact = new Map(files.map(file => [file.path, file]))
  const folded = onFirstUse(() => groupBy(files, file => foldName(file.path)))
  const basenames = onFirstUse(() => groupBy(files, file => foldName(file.name)))

  return given => {
    const checked = checkPath(given)
    if ('fault' in checked) return checked
    const file = exact.get(checked.path)
    if (file) return { file, resolved: 'exact' }
    const name = foldName(checked.path.slice(checked.path.lastIndexOf('/') + 1))
    return (
      single(folded().get(foldName(checked.path)), 'case') ??
      single(basenames().get(name), 'basename') ?? { fault: notFound(name, basenames()) }
    )
  }
}

function single(found: readonly VfsFile[] | undefined, resolved: 'case' | 'basename'): Resolved | undefined {
  const [file] = found ?? []
  if (!found || !file) return undefined
  if (found.length === 1) return { file, resolved }
  return { fault: { code: 'path_ambiguous', candidates: found.slice(0, 5).map(({ path }) => path) } }
}

function notFound(name: string, basenames: ReadonlyMap<string, readonly VfsFile[]>) {
  const near = [...basenames].flatMap(([basename, files]) => {
    const distance = editDistance(name, basename, 3)
    return distance === undefined ? [] : files.map(({ path }) => ({ path, distance }))
  })
  const candidates = near
    .sort((a, b) => a.distance - b.distance || byteOrder(a.path, b.path))
    .slice(0, 3)
    .map(({ path }) => path)
  return { code: 'file_not_found' as const, ...(candidates.length > 0 && { candidates }) }
}

function onFirstUse<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Damerau-Levenshtein distance in code points, or undefined when it is greater than the limit. */
export function editDistance(a: string, b: string, limit: number): number | undefined {
  const from = [...a]
  const to = [...b]
  if (Math.abs(from.length - to.length) > limit) return undefined
  const width = to.length + 2
  const far = from.length + to.length
  const cells = new Uint16Array((from.length + 2) * width)
  const cell = (i: number, j: number) => cells[i * width + j] ?? far
  cells[0] = far
  for (let i = 0; i <= from.length; i++) {
    cells[(i + 1) * width] = far
    cells[(i + 1) * width + 1] = i
  }
  for (let j = 0; j <= to.length; j++) {
    cells[j + 1] = far
    cells[width + j + 1] = j
  }
  const lastRow = new Map<string, number>()
  for (let i = 1; i <= from.length; i++) {
    let lastColumn = 0
    for (let j = 1; j <= to.length; j++) {
      const row = lastRow.get(to[j - 1] ?? '') ?? 0
      const same = from[i - 1] === to[j - 1]
      cells[(i + 1) * width + j + 1] = Math.min(
        cell(i, j) + (same ? 0 : 1),
        cell(i + 1, j) + 1,
        cell(i, j + 1) + 1,
        cell(row, lastColumn) + (i - row - 1) + 1 + (j - lastColumn - 1),
      )
      if (same) lastColumn = j
    }
    lastRow.set(from[i - 1] ?? '', i)
  }
  const distance = cell(from.length + 1, to.length + 1)
  return distance <= limit ? distance : undefined
}

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
