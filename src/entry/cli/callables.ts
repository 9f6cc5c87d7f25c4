import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { builtCatalog } from '../../catalog/built.ts'
import type { ProgramCatalog } from '../../catalog/catalog.ts'

/** What commands need of an operation. Its schema is a text, because a command reads one of hundreds. */
export interface Callable {
  module: string | undefined
  input: string
}

export function callablesIn({ operations, modules }: ProgramCatalog): { [operation: string]: Callable } {
  return Object.fromEntries(
    operations.map(({ name, input }) => [name, { module: modules[name], input: JSON.stringify(input) }]),
  )
}

/** The build wrote them beside the program; run from its sources they are made here. */
export async function callables(): Promise<{ [operation: string]: Callable }> {
  const file = fileURLToPath(new URL('./callables.json', import.meta.url))
  read ??= existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : callablesIn(await builtCatalog())
  return read ?? {}
}

let read: { [operation: string]: Callable } | undefined
