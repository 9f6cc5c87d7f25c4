import { stemOf } from './describe.ts'
import { compareBytes, foldName } from './fold.ts'

/** Which file is the outline, and which others could have been taken for it. */
export function discoverOutline(paths: readonly string[]): { path: string | null; others: string[] } {
  const candidates = paths
    .filter(path => path.startsWith('Story/') && isOutlineName(path))
    .sort((a, b) => preference(a) - preference(b) || depth(a) - depth(b) || compareBytes(a, b))
  const [path = null, ...others] = candidates
  return { path, others }
}

function isOutlineName(path: string): boolean {
  const stem = foldName(stemOf(path.slice(path.lastIndexOf('/') + 1)))
  return stem === 'outline' || stem.endsWith('-outline')
}

function preference(path: string): number {
  if (path === usual) return 0
  return foldName(path) === foldName(usual) ? 1 : 2
}

const usual = 'Story/SCN-outline.md'

function depth(path: string): number {
  return path.split('/').length
}
