import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProgramCatalog } from './catalog.ts'

/** The catalog of the whole program: the build wrote it beside the program; run from its sources it is made here. */
export async function builtCatalog(): Promise<ProgramCatalog> {
  const file = fileURLToPath(new URL('./catalog.json', import.meta.url))
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return (await import('./describe.ts')).programCatalog()
}
