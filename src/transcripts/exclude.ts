import { realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import type { FileSummary } from './reader.ts'
import type { Exclusion } from './source.ts'

/** Why a file is left out as a whole, or null. `isOwn` says whether a project is the diary itself. */
export function exclusionOf(
  { excluded, root }: Pick<FileSummary, 'excluded' | 'root'>,
  isOwn: (root: string) => boolean,
): Exclusion | null {
  if (excluded !== null && excluded !== 'no-trigger') return excluded
  return root !== null && isOwn(root) ? 'own' : excluded
}

/** Whether a project's root is the diary's or is inside it; each root is looked at once. */
export function insideDiary(diaryRoot: string): (root: string) => boolean {
  const diary = resolveLinks(diaryRoot)
  const known = new Map<string, boolean>()
  return root => {
    const answer = known.get(root) ?? isWithin(resolveLinks(root.trim()), diary)
    known.set(root, answer)
    return answer
  }
}

function isWithin(path: string, inside: string): boolean {
  if (!isAbsolute(path)) return false
  const way = relative(inside, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Without links as far as the path exists; a folder that was deleted keeps its name. */
function resolveLinks(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    return path
  }
}
