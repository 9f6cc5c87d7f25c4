import type { Argument, Command, Group } from './command-line.ts'

/** The page of --help in the given width. */
export async function helpText(path: string, node: Group | Command, width: number): Promise<string> {
  const program = `daybook ${path}`.trim()
  const flags = path === '' ? [versionFlag, helpFlag] : [...('flags' in node ? node.flags : []), helpFlag]
  const options = flags.map(({ spec, help, choices }) => [spec, withChoices(help, choices)] as const)
  if ('commands' in node) {
    const commands = await Promise.all(
      Object.entries(node.commands).map(async ([name, entry]) => {
        const each = typeof entry === 'function' ? await entry() : entry
        return [`${name}${takes(each)}`, each.summary] as const
      }),
    )
    const main = page(`Usage: ${program} [options] [command]`, node.summary, width, [
      ['Options', options],
      ['Commands', [...commands, ['help [command]', helpFlag.help]]],
    ])
    return main + examplesOf((node.examples ?? []).map(example => `${program} ${example}`))
  }
  const args = node.args.filter(({ help, choices }) => help !== '' || choices.length > 0)
  const usage = node.usage ?? ['[options]', ...node.args.map(word)].join(' ')
  const main = page(`Usage: ${program} ${usage}`, node.summary, width, [
    ['Arguments', args.map(({ name, help, choices }) => [name, withChoices(help, choices)])],
    ['Options', options],
  ])
  const group = path.split(' ')[0]
  const examples = (node.examples ?? []).map(example => `daybook ${path.includes(' ') ? `${group} ` : ''}${example}`)
  return `${main}${node.more ? `\n${node.more}\n` : ''}${examplesOf(examples)}`
}

function examplesOf(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `\nExamples:\n${lines.map(line => `  ${line}\n`).join('')}`
}

const helpFlag = { spec: '-h, --help', help: 'display help for command', choices: [] }
const versionFlag = { spec: '-V, --version', help: 'output the version number', choices: [] }

function takes(node: Group | Command): string {
  if ('commands' in node || node.usage) return ''
  return [...(node.flags.length > 0 ? [' [options]'] : []), ...node.args.map(each => ` ${word(each)}`)].join('')
}

function word({ name, isOptional, isList }: Argument): string {
  const text = isList ? `${name}...` : name
  return isOptional ? `[${text}]` : `<${text}>`
}

function withChoices(help: string, choices: readonly string[]): string {
  return choices.length === 0
    ? help
    : `${help} (choices: ${choices.map(each => JSON.stringify(each)).join(', ')})`.trim()
}

type Section = readonly [heading: string, items: ReadonlyArray<readonly [term: string, help: string]>]

function page(usage: string, summary: string, width: number, sections: readonly Section[]): string {
  const shown = sections.filter(([, items]) => items.length > 0)
  const termWidth = Math.max(...shown.flatMap(([, items]) => items.map(([term]) => term.length)))
  const lines = shown.flatMap(([heading, items]) => [
    '',
    `${heading}:`,
    ...items.flatMap(([term, help]) => {
      const [first = '', ...more] = wrap(help, width - termWidth - 4)
      return [
        `  ${term.padEnd(termWidth)}  ${first}`.trimEnd(),
        ...more.map(line => `${' '.repeat(termWidth + 4)}${line}`),
      ]
    }),
  ])
  return `${[usage, '', ...wrap(summary, width), ...lines].join('\n')}\n`
}

/** Lines of at most so many columns, broken before words. */
function wrap(text: string, columns: number): string[] {
  const lines = ['']
  for (const each of text.split(' ')) {
    const last = lines.at(-1) ?? ''
    if (last !== '' && last.length + 1 + each.length > Math.max(columns, 40)) lines.push(each)
    else lines[lines.length - 1] = last === '' ? each : `${last} ${each}`
  }
  return lines
}
