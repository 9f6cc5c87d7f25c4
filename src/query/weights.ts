// How finds are weighed, in every part: rare words count for more, repeated ones for less and less, long texts for a
// little less (bm25), and of two that are worth the same, the newer one comes first.

/** What a word is worth that some of all texts have. */
export function rarity(all: number, having: number): number {
  return Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

/** What a text is worth that has a word so many times; `length` is its length compared with the average. */
export function termScore(rare: number, times: number, length: number): number {
  return (rare * times * (saturation + 1)) / (times + saturation * (1 - lengthWeight + lengthWeight * length))
}

const saturation = 0.9
const lengthWeight = 0.4

/** By how much an age in days raises a score; at most by a twentieth. */
export function recencyFactor(days: number): number {
  return 1 + recencyWeight * 2 ** (-Math.max(0, days) / recencyHalfLife)
}

const recencyWeight = 0.05
const recencyHalfLife = 30

/** Another form of a word, or what was joined with OR, is worth a little less than what was named first. */
export const formWeight = 0.9

/** Where not everything need be found, what has only common words of the query is not worth showing beside the best. */
export const worthwhile = 0.5
