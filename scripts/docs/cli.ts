import type { Command } from 'commander'
import { callHelp } from '../../src/entry/cli/call-help.ts'
import { describe, everyGroup } from '../../src/entry/cli/program.ts'

export async function cliPage(): Promise<string> {
  const daybook = await describe(everyGroup)
  return `# Command line

Data goes to stdout, everything else to stderr. Exit codes are in [errors.md](errors.md), settings and environment
variables in [configuration.md](configuration.md). From a clone, \`npm link\` makes the command \`daybook\`; without it write
\`node bin/daybook.js\`.

${sections(daybook, ['daybook']).join('\n\n')}
`
}

function sections(command: Command, path: string[]): string[] {
  const own = `## ${path.join(' ')}\n\n\`\`\`text\n${helpOf(command).trimEnd()}\n\`\`\``
  return [own, ...command.commands.flatMap(each => sections(each, [...path, each.name()]))]
}

/** The very text of --help, at a width that depends on no terminal. */
function helpOf(command: Command): string {
  if (command.name() === 'call') return callHelp
  let help = ''
  const writeOut = (text: string) => {
    help += text
  }
  command.configureOutput({ getOutHelpWidth: () => 100, getOutHasColors: () => false, writeOut })
  command.outputHelp()
  return help
}
