import { describeCatalog } from '../../catalog/describe.ts'
import { operations } from '../../operations.ts'
import { prompts } from '../../prompts.ts'
import { helpWidth } from './built-help.ts'
import { helpPages } from './help-pages.ts'

/** What the build writes beside the program, by file, so that no start has to make it again. */
export async function describeProgram(): Promise<{ [file: string]: object }> {
  return { 'catalog.json': describeCatalog(operations, prompts), 'help.json': await helpPages(helpWidth) }
}
