import { accessPage } from './access.ts'
import { cliPage } from './cli.ts'
import { configurationPage } from './configuration.ts'
import { errorsPage } from './errors.ts'
import { operationsPage } from './operations.ts'
import { pluginFiles } from './plugin.ts'
import { tablesPage } from './tables.ts'

export interface Page {
  file: string
  text: string
}

/** The generated pages; the same program always gives the same bytes. */
export async function referencePages(): Promise<Page[]> {
  const pages: Array<[name: string, body: string]> = [
    ['operations', operationsPage()],
    ['access', accessPage()],
    ['errors', errorsPage()],
    ['cli', await cliPage()],
    ['configuration', configurationPage()],
    ['tables', tablesPage()],
  ]
  const reference = pages.map(([name, body]) => ({
    file: `docs/reference/${name}.md`,
    text: `${notice}\n\n${body.trim()}\n`,
  }))
  return [...reference, ...pluginFiles()]
}

const notice = '<!-- Made by `npm run docs` from the program itself; edits here are overwritten. -->'
