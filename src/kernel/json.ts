export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** An object of JSON: neither null nor an array. */
export function isObject<T = unknown>(value: unknown): value is { [key: string]: T } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same object without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(object: T): WithoutUndefined<T> {
  // What is left of each key is what its type allows beside undefined.
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>
}

type WithoutUndefined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** The value of a key that the object itself has: a name from outside must not find what every object inherits. */
export function ownValue<T>(object: { readonly [key: string]: T }, key: string | number): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** The items of a list; none of anything else. */
export function itemsIn(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list. */
export function objectsIn(value: unknown): { [key: string]: unknown }[] {
  return itemsIn(value).filter(each => isObject(each))
}

/** The texts in a list. */
export function textsIn(value: unknown): string[] {
  return itemsIn(value).filter(each => typeof each === 'string')
}

/** The parsed text; undefined if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a value read from JSON is nested deeper than allowed; checked without recursion, which deep values would exhaust. */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = [value]
  for (let depth = 0; depth <= maxDepth; depth++) {
    level = level.flatMap(each => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return false
  }
  return true
}
