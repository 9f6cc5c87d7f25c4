import { operationModules, operations } from '../operations.ts'
import { prompts } from '../prompts.ts'
import type { ProgramCatalog } from './catalog.ts'
import { describeCatalog } from './describe.ts'

/** The catalog of everything this program declares. */
export function programCatalog(): ProgramCatalog {
  return { ...describeCatalog(operations, prompts), modules: operationModules }
}
