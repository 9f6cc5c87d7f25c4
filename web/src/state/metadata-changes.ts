/** What changed between two versions of a record's metadata: each entry of its own, without those that stayed the same. */
export function metadataChanges({ old, new: next }: { old: unknown; new: unknown }) {
  const [before, after]: [{ [key: string]: unknown }, { [key: string]: unknown }] = [Object(old), Object(next)]
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(key => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map(key => [key, { old: before[key], new: after[key] }] as const)
}
