/** An object with what was given in place of what was there: null takes a key away, what is not given stays. */
export function mergeGiven(
  before: { readonly [key: string]: unknown },
  given: { readonly [key: string]: unknown },
): { [key: string]: unknown } {
  const kept = Object.entries(before).filter(([key]) => !Object.hasOwn(given, key) || given[key] === undefined)
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries([...kept, ...set])
}
