import { usageFault } from '../failure.ts'

/** A word of a closed list, as a flag was given it. */
export function oneOf<T extends string>(flag: string, given: string | undefined, known: readonly T[]): T | undefined {
  if (given === undefined) return undefined
  const found = known.find(each => each === given)
  if (found) return found
  throw usageFault(`${flag} does not know that word.`, `It takes one of: ${known.join(', ')}.`, { given })
}
