import { Command, CommanderError } from 'commander'
import { builtHelp } from './built-help.ts'
import { reportFailure } from './failure.ts'
import { endWhenNobodyReads, terminal } from './terminal.ts'
import { addVerbs, type VerbGroup } from './verb.ts'
import { version } from './version.ts'
import { visibleLines } from './visible.ts'

/** Every command but `mcp` and `call`, which the process entry starts without this. */
export async function program(args: string[]): Promise<number> {
  // `daybook help records show` is another way to ask for its --help.
  if (args[0] === 'help' && args.length > 1) return program([...args.slice(1), '--help'])
  if (args[0] === 'call') return (await import('./call.ts')).call(args)
  endWhenNobodyReads()
  const page = terminal()
  const help = builtHelp(args, page.columns)
  if (help !== undefined) {
    page.data(help)
    return 0
  }
  try {
    const daybook = await describe(args)
    await daybook.parseAsync(args, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    // Commander has said what it had to say; only the code is ours: whatever is not a wish for help is bad usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return reportFailure(error)
  }
}

/** In place of a group: the tree with the verbs of all of them, for documents. */
export const everyGroup = '*'

interface Group {
  name: string
  about: string
  verbs: () => Promise<VerbGroup>
}

/** In reading order. */
const groups: readonly Group[] = [
  {
    name: 'records',
    about: 'read and write records: tree, show, search, edit, …',
    verbs: async () => (await import('./records/verbs.ts')).recordsVerbs,
  },
  {
    name: 'diary',
    about: 'what agents did on a day: prepare, generate, report, …',
    verbs: async () => (await import('./diary/verbs.ts')).diaryVerbs,
  },
  {
    name: 'context',
    about: 'start the next chat where this one ended: build, summarize, …',
    verbs: async () => (await import('./context/verbs.ts')).contextVerbs,
  },
  {
    name: 'room',
    about: 'ask agents about your texts, and check what they say: ask, verify, …',
    verbs: async () => (await import('./room/verbs.ts')).roomVerbs,
  },
  {
    name: 'projects',
    about: 'make, change, trash, import and export projects',
    verbs: async () => (await import('./projects.ts')).projectsVerbs,
  },
]

/** The command tree. Of a group that is called it holds nothing but that, and of its verbs only the one that is called. */
export async function describe([called, ...words]: readonly string[]): Promise<Command> {
  const daybook = new Command('daybook')
    .description('The book of record for AI-agent work: why it was decided, and where we were.')
    .version(version, '-V, --version')
    .configureOutput({ writeErr: text => void process.stderr.write(visibleLines(text)) })
    .exitOverride()
    .showHelpAfterError('(All commands: daybook --help)')
  const group = groups.find(({ name }) => name === called)
  if (group) {
    await addVerbs(addGroup(daybook, group), await group.verbs(), words)
    return daybook
  }
  const { addServing } = await import('./serving.ts')
  addServing(daybook)
  daybook
    .command('call')
    .usage('<operation> [json | - | @file] [options]')
    .description('call any operation; daybook call --list names them')
  for (const each of groups) {
    const command = addGroup(daybook, each)
    if (called === everyGroup) await addVerbs(command, await each.verbs(), [])
  }
  const { addInstall } = await import('./install/command.ts')
  addInstall(daybook)
  const { addDoctor } = await import('./doctor.ts')
  addDoctor(daybook)
  const { addBackup } = await import('./backup.ts')
  addBackup(daybook)
  const { addAccess } = await import('./access.ts')
  addAccess(daybook)
  return daybook
}

function addGroup(to: Command, { name, about }: Group): Command {
  return to.command(name).description(about)
}
