import { programCatalog } from '../../catalog/describe.ts'
import { everyCommand } from './completion.ts'
import { helpText } from './help-text.ts'
import { callablesIn } from './operation-fields.ts'
import { commands, helpWidth } from './program.ts'

/** What the build writes beside the program, by file, so that no start has to make it again. */
export async function describeProgram(): Promise<{ [file: string]: object }> {
  const catalog = programCatalog()
  return {
    'catalog.json': catalog,
    'callables.json': callablesIn(catalog),
    'help.json': await helpPages(helpWidth),
  }
}

/** The text of --help of every command by its words, `''` for the program itself; at a width of its own. */
export async function helpPages(width: number): Promise<{ [command: string]: string }> {
  const all = await everyCommand(commands)
  return Object.fromEntries(
    await Promise.all(all.map(async ([path, node]) => [path, await helpText(path, node, width)] as const)),
  )
}
