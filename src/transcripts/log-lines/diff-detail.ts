/** A diff as the detail of a result, from which the lines that were added and removed are counted. */
export function diffDetail(diff: string | undefined): { structuredPatch: { lines: string[] }[] } | undefined {
  if (diff === undefined || diff === '') return undefined
  const lines = diff.split('\n').filter(line => !line.startsWith('+++ ') && !line.startsWith('--- '))
  return { structuredPatch: [{ lines }] }
}
