import { groupBy } from '../../kernel/group.ts'
import { editDistance } from './distance.ts'
import { compareBytes, foldName } from './fold.ts'
import { checkPath } from './path-rules.ts'
import type { Resolved, VfsFile } from './vfs.ts'

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
    .sort((a, b) => a.distance - b.distance || compareBytes(a.path, b.path))
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
