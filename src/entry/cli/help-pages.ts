import type { Command } from 'commander'
import { callHelp } from './call-help.ts'
import { describe, everyGroup } from './program.ts'

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
