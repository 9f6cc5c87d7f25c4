import { helpPages } from '../../src/entry/cli/describe-program.ts'

export async function cliPage(): Promise<string> {
  const pages = Object.entries(await helpPages(100))
  const sections = pages.map(
    ([command, help]) => `## ${`daybook ${command}`.trimEnd()}\n\n\`\`\`text\n${help.trimEnd()}\n\`\`\``,
  )
  return `# Command line

Data goes to stdout, everything else to stderr. Exit codes are in [errors.md](errors.md), settings and environment
variables in [configuration.md](configuration.md). From a clone, \`npm link\` makes the command \`daybook\`; without it write
\`node bin/daybook.js\`.

${sections.join('\n\n')}
`
}
