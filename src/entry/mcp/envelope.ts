/** What a value that a client sent has under a key; undefined for anything but an object. */
export function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
