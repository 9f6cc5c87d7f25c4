import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Catalog } from './catalog.ts'

/** The catalog of the whole program: the build wrote it beside the program; run from its sources it is made here. */
export async function builtCatalog(): Promise<Catalog> {
  const file = fileURLToPath(new URL('./catalog.json', import.meta.url))
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  const [{ describeCatalog }, { operations }, { prompts }] = await Promise.all([
    import('./describe.ts'),
    import('../operations.ts'),
    import('../prompts.ts'),
  ])
  return describeCatalog(operations, prompts)
}
