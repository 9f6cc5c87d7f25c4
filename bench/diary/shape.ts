/** Sizes of transcripts at shares of all files, as they were found on a developer's machine (diary.md §5.3). */
const quantiles = [
  { share: 0, bytes: 2_000 },
  { share: 0.5, bytes: 105_000 },
  { share: 0.9, bytes: 650_000 },
  { share: 0.99, bytes: 5_400_000 },
  { share: 1, bytes: 87_000_000 },
]

/** Above the 99th percentile sizes rise late, or the few largest files would outweigh all others. */
const lateness = 8

export const fullHome = 2600

/** The sizes of so many files, in ascending order. Only a full home has the largest one. */
export function fileSizes(files: number): number[] {
  const sizes = Array.from({ length: files }, (_, index) => sizeAt((index + 0.5) / files))
  return files < fullHome ? sizes : [...sizes.slice(0, -1), sizeAt(1)]
}

function sizeAt(share: number): number {
  const upper = quantiles.findIndex(point => point.share >= share)
  const [from, to] = [quantiles[upper - 1], quantiles[upper]]
  if (!from || !to) throw new Error('A share is between 0 and 1.')
  const part = (share - from.share) / (to.share - from.share)
  const risen = to.share === 1 ? part ** lateness : part
  return Math.round(from.bytes * (to.bytes / from.bytes) ** risen)
}
