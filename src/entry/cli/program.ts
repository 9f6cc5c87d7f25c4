import { readFileSync } from 'node:fs'
import { type Command, type Group, guess } from './command-line.ts'
import { terminal } from './terminal.ts'

/** Runs the command that the words name, and answers its exit code. */
export async function program(args: readonly string[]): Promise<number> {
  // `daybook help records show` is another way to ask for its --help.
  if (args[0] === 'help') return program([...args.slice(1), '--help'])
  const page = terminal()
  // The name alone prints how things are.
  if (args.length === 0) return program(['today'])
  const built = args[0] === 'call' ? undefined : builtHelp(args, page.columns)
  if (built !== undefined) {
    page.data(built)
    return 0
  }
  const [path, node, words] = await find(args)
  // The help of an operation is made by the command itself.
  const asksHelp = path !== 'call' && words.some(isHelp)
  if (!asksHelp && !('commands' in node)) return node.run(words, path)
  const [unknown] = words
  if ('commands' in node && unknown !== undefined && !isHelp(unknown)) {
    const hint = `${guess(unknown, Object.keys(node.commands))}See: ${`daybook ${path}`.trim()} --help`
    page.note(`Error: There is no command '${`${path} ${unknown}`.trim()}'. ${hint}`)
    return 2
  }
  const { helpText } = await import('./help-text.ts')
  const help = await helpText(path, node, page.columns ?? helpWidth)
  if (asksHelp) page.data(help)
  else process.stderr.write(help)
  return asksHelp ? 0 : 2
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h'
}

/** The command or group that the first words name, and the words that follow. */
async function find(args: readonly string[]): Promise<[path: string, node: Group | Command, words: readonly string[]]> {
  let node: Group | Command = commands
  let at = 0
  while ('commands' in node) {
    const name: string = args[at] ?? ''
    if (!Object.hasOwn(node.commands, name)) break
    const entry: Group['commands'][string] | undefined = node.commands[name]
    if (!entry) break
    node = typeof entry === 'function' ? await entry() : entry
    at++
  }
  return [args.slice(0, at).join(' '), node, args.slice(at)]
}

/** The columns that the build wrote the help pages for. */
export const helpWidth = 80

/** The help page that a command line asks for, from those that the build wrote beside the program. */
function builtHelp(args: readonly string[], columns: number | undefined): string | undefined {
  if (!args.some(arg => arg === '--help' || arg === '-h') || (columns ?? helpWidth) < helpWidth) return undefined
  const pages = readPages()
  const firstFlag = args.findIndex(arg => arg.startsWith('-'))
  const words = args.slice(0, firstFlag)
  // What follows the words of a command are its arguments.
  for (let count = words.length; count > 0; count--) {
    const page = pages[words.slice(0, count).join(' ')]
    const isGroup = Object.keys(pages).some(name => name.startsWith(`${words.slice(0, count).join(' ')} `))
    // An unknown verb of a group is for the program to refuse.
    if (page !== undefined) return isGroup && count < words.length ? undefined : page
  }
  return words.length === 0 ? pages[''] : undefined
}

function readPages(): { [command: string]: string } {
  try {
    return JSON.parse(readFileSync(new URL('./help.json', import.meta.url), 'utf8'))
  } catch {
    // Run from its sources the program makes them itself.
    return {}
  }
}

/** In reading order. */
export const commands: Group = {
  summary: 'The book of record for AI-agent work: what was done, why it was decided, and where to go on.',
  examples: [
    'start',
    'diary report --yesterday',
    'search "half penny"',
    'records add --type decision --title "Money is whole pence"',
    'context build --project my-project',
    'why src/money.ts:3',
    'install claude',
  ],
  commands: {
    today: async () => (await import('./today.ts')).today(),
    standup: async () => (await import('./standup.ts')).standup(),
    start: async () => (await import('./start.ts')).start(),
    serve: async () => (await import('./serve.ts')).serve(),
    mcp: async () => (await import('./mcp.ts')).mcp(),
    call: async () => (await import('./call.ts')).call(),
    search: async () => (await import('./search.ts')).search(),
    records: async () => (await import('./records/verbs.ts')).recordsVerbs,
    diary: async () => (await import('./diary/verbs.ts')).diaryVerbs,
    context: async () => (await import('./context/verbs.ts')).contextVerbs,
    room: async () => (await import('./room/verbs.ts')).roomVerbs,
    projects: async () => (await import('./projects.ts')).projectsVerbs,
    forget: async () => (await import('./forget.ts')).forget(),
    why: async () => (await import('./why.ts')).why(),
    hook: async () => (await import('./hook/command.ts')).hook(),
    install: async () => (await import('./install.ts')).install(),
    uninstall: async () => (await import('./install.ts')).uninstall(),
    verify: async () => (await import('./doctor.ts')).verify(),
    doctor: async () => (await import('./doctor.ts')).doctor(),
    backup: async () => (await import('./backup.ts')).backup(),
    restore: async () => (await import('./backup.ts')).restore(),
    token: async () => (await import('./access.ts')).tokenVerbs,
    member: async () => (await import('./access.ts')).memberVerbs,
    completion: async () => (await import('./completion.ts')).completion(commands),
  },
}
