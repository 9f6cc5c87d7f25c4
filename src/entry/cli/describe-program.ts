import type { Command } from 'commander'
import { programCatalog } from '../../catalog/program.ts'
import { helpWidth } from './built-help.ts'
import { callHelp } from './call.ts'
import { describe, everyGroup } from './program.ts'
import { callablesIn } from './verb.ts'

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
  return Object.fromEntries(pagesOf(await describe([everyGroup]), [], width))
}

function pagesOf(command: Command, path: string[], width: number): [string, string][] {
  const own = [path.join(' '), helpOf(command, width)] as const
  return [[...own], ...command.commands.flatMap(each => pagesOf(each, [...path, each.name()], width))]
}

function helpOf(command: Command, width: number): string {
  if (command.name() === 'call') return callHelp
  let help = ''
  const writeOut = (text: string) => {
    help += text
  }
  command.configureOutput({ getOutHelpWidth: () => width, getOutHasColors: () => false, writeOut })
  command.outputHelp()
  return help
}
