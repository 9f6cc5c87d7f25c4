import type { ParsedEvidence } from './verdict.ts'

/** What an accepted request asks to see: paths of the tree where they are known, else as they were written. */
export function accessRequests({ sources, scope }: ParsedEvidence): string[] {
  const named = sources.filter(({ path, error, via }) => path !== null || error !== undefined || via === 'folder')
  return [...new Set([...named.map(({ path, raw }) => path ?? raw), ...(scope?.files ?? [])])]
}
