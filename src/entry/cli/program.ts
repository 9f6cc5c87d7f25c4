import { Command, CommanderError } from 'commander'
import { builtHelp } from './built-help.ts'
import { tellFailure } from './failure.ts'
import { endWhenNobodyReads, terminal } from './terminal.ts'
import { addVerbs } from './verb-group.ts'
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
    return tellFailure(error)
  }
}

/** In place of a group: the tree with the verbs of all of them, for documents. */
export const everyGroup = '*'

/** The command tree; of the groups only the one that is called has verbs, and of these only the one that is called. */
export async function describe([group, verb]: readonly string[]): Promise<Command> {
  const isCalled = (name: string) => group === name || group === everyGroup
  const daybook = new Command('daybook')
    .description('The book of record for AI-agent work: why it was decided, and where we were.')
    .version(version, '-V, --version')
    .configureOutput({ writeErr: text => void process.stderr.write(visibleLines(text)) })
    .exitOverride()
    .showHelpAfterError('(All commands: daybook --help)')
  const { addServing } = await import('./serving.ts')
  addServing(daybook)
  daybook
    .command('call')
    .usage('<operation> [json | - | @file] [options]')
    .description('call any operation; daybook call --list names them')
  const records = daybook.command('records').description('read and write records: tree, show, search, edit, …')
  if (isCalled('records')) await addVerbs(records, (await import('./records/verbs.ts')).recordsVerbs, verb)
  const diary = daybook.command('diary').description('what agents did on a day: prepare, generate, report, …')
  if (isCalled('diary')) await addVerbs(diary, (await import('./diary/verbs.ts')).diaryVerbs, verb)
  const context = daybook
    .command('context')
    .description('start the next chat where this one ended: build, summarize, …')
  if (isCalled('context')) await addVerbs(context, (await import('./context/verbs.ts')).contextVerbs, verb)
  const room = daybook
    .command('room')
    .description('ask agents about your texts, and check what they say: ask, verify, …')
  if (isCalled('room')) await addVerbs(room, (await import('./room/verbs.ts')).roomVerbs, verb)
  const projects = daybook.command('projects').description('make, change, trash, import and export projects')
  if (isCalled('projects')) await addVerbs(projects, (await import('./projects/verbs.ts')).projectsVerbs, verb)
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
