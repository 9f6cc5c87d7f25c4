import { resolve } from 'node:path'

/** A folder as a person types it, relative to where they are; nothing stays nothing. */
export function absolute(path: string): string {
  return path === '' ? '' : resolve(path)
}
