import { readFileSync } from 'node:fs'
import type { Catalog } from './catalog.ts'

/** The catalog of the whole program, which the build wrote beside it. */
export function builtCatalog(): Catalog {
  return JSON.parse(readFileSync(new URL('./catalog.json', import.meta.url), 'utf8'))
}
