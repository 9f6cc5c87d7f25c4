/** In the second phase the bare word, and nothing but the word, is no answer rather than a bad one. */
export function isAbstain(prepared: string): boolean {
  return prepared.toLowerCase() === 'abstain'
}

/** The word with punctuation or markup around it: meant as one, but not one. */
export function isMarkedAbstain(prepared: string): boolean {
  return /^[^\p{L}\p{N}]*abstain[^\p{L}\p{N}]*$/iu.test(prepared)
}
