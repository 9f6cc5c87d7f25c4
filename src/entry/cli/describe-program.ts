import { programCatalog } from '../../catalog/program.ts'
import { helpWidth } from './built-help.ts'
import { helpPages } from './help-pages.ts'

/** What the build writes beside the program, by file, so that no start has to make it again. */
export async function describeProgram(): Promise<{ [file: string]: object }> {
  return { 'catalog.json': programCatalog(), 'help.json': await helpPages(helpWidth) }
}
