import { Argument, Command, CommanderError } from 'commander'
import { builtHelp } from './built-help.ts'
import { reportFailure } from './failure.ts'
import { endWithReader, terminal } from './terminal.ts'
import type { VerbGroup } from './verb.ts'
import { version } from './version.ts'
import { visibleLines } from './visible.ts'

/** Every command but `mcp` and `call`, which the process entry starts without this. */
export async function program(args: string[]): Promise<number> {
  // `daybook help records show` is another way to ask for its --help.
  if (args[0] === 'help' && args.length > 1) return program([...args.slice(1), '--help'])
  if (args[0] === 'call') return (await import('./call.ts')).call(args)
  endWithReader()
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
    // Commander has printed its message; only the code is ours: everything but a wish for help is bad usage.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    return reportFailure(error)
  }
}

/** In place of a command: the tree with the verbs of all groups, for help and completion. */
export const everyGroup = '*'

/** The command tree. When a command is called it holds nothing but that, and of a group only the verb that is called. */
export async function describe([called = '', ...words]: readonly string[]): Promise<Command> {
  const daybook = new Command('daybook')
    .description('The book of record for AI-agent work: why it was decided, and where we were.')
    .version(version, '-V, --version')
    .configureOutput({ writeErr: text => void process.stderr.write(visibleLines(text)) })
    .exitOverride()
    .showHelpAfterError('(All commands: daybook --help)')
  const isKnown = commands.some(({ name }) => name === called)
  for (const { name, add } of commands) {
    if (isKnown && name !== called) continue
    await add(daybook, isKnown ? words : called === everyGroup ? [] : undefined)
  }
  return daybook
}

/** `words` are what follows the command; undefined when only its own line is needed. */
type Add = (daybook: Command, words: readonly string[] | undefined) => Promise<void> | void

/** In reading order. */
const commands: readonly { name: string; add: Add }[] = [
  { name: 'start', add: addStart },
  { name: 'serve', add: addServe },
  { name: 'mcp', add: addMcp },
  { name: 'call', add: addCall },
  group(
    'records',
    'read and write records: tree, show, search, edit, …',
    async () => (await import('./records/verbs.ts')).recordsVerbs,
  ),
  group(
    'diary',
    'what agents did on a day: prepare, generate, report, …',
    async () => (await import('./diary/verbs.ts')).diaryVerbs,
  ),
  group(
    'context',
    'start the next chat where this one ended: build, summarize, …',
    async () => (await import('./context/verbs.ts')).contextVerbs,
  ),
  group(
    'room',
    'ask agents about your texts, and check what they say: ask, verify, …',
    async () => (await import('./room/verbs.ts')).roomVerbs,
  ),
  group(
    'projects',
    'make, change, trash, import and export projects',
    async () => (await import('./projects.ts')).projectsVerbs,
  ),
  { name: 'install', add: addInstall },
  { name: 'uninstall', add: addUninstall },
  { name: 'doctor', add: addDoctor },
  { name: 'backup', add: addBackup },
  { name: 'restore', add: addRestore },
  group('token', 'tokens for callers of `daybook serve`', async () => (await import('./access.ts')).tokenVerbs),
  group('member', 'roles of principals in projects', async () => (await import('./access.ts')).memberVerbs),
  { name: 'completion', add: addCompletion },
]

function group(name: string, about: string, load: () => Promise<VerbGroup>): { name: string; add: Add } {
  return {
    name,
    async add(daybook, words) {
      const command = daybook.command(name).description(about)
      if (words) await (await import('./verb.ts')).addVerbs(command, await load(), words)
    },
  }
}

function addStart(daybook: Command): void {
  const command = daybook
    .command('start')
    .description('open Daybook here: a sample project on the first run, a free port, the browser')
    .option('--no-open', 'do not open a browser')
    .option('--no-sample', 'do not create the sample project and week')
  serverFlags(command).action(async () => {
    process.exitCode = await (await import('./start.ts')).start(command.opts())
  })
}

function addServe(daybook: Command): void {
  const command = daybook.command('serve').description('serve the web page, REST and MCP over HTTP')
  serverFlags(command).action(async () => {
    process.exitCode = await (await import('./serve.ts')).serve(command.opts())
  })
}

function serverFlags(command: Command): Command {
  return command
    .option('--host <host>', 'address to listen on (default 127.0.0.1; any other needs a token)')
    .option('--port <port>', 'port (default 4470; 0 picks a free one)')
    .option('--public-url <url>', 'the address of this server behind a proxy')
    .option('--toolsets <names>', 'only these toolsets over MCP, separated by commas')
    .option('--project <id>', 'the project meant when a call names none')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--token <token>', 'the token callers must send (better: DAYBOOK_TOKEN)')
}

/** Only for --help: the process entry runs `mcp` without this program. */
function addMcp(daybook: Command): void {
  daybook
    .command('mcp')
    .description('serve one chat client over stdin and stdout')
    .option('--toolsets <names>', 'only these toolsets, separated by commas')
    .option('--project <id>', 'the project meant when a call names none')
    .option('--session <id>', 'the session meant when a call names none')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
}

/** Only for --help, too. */
function addCall(daybook: Command): void {
  daybook
    .command('call')
    .usage('<operation> [json | - | @file] [options]')
    .description('call any operation; daybook call --list names them')
}

function addInstall(daybook: Command): void {
  const command = daybook
    .command('install <client>')
    .description('add Daybook to a chat client: claude, codex, cursor, vscode, claude-desktop')
    .option('--toolsets <names>', 'what the client sees (default core)')
    .option('--project <id>', 'the project its chats are about')
    .option('--scope <user|project>', 'for you everywhere, or for everyone who works in this folder (default user)')
    .option('--no-commands', 'without the commands /newcontext and /summarize')
    .option('--force', 'replace command files that were changed')
    .option('--print', 'print the entry instead of writing it')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  daybook install claude --dry-run\n  daybook install cursor --project orchard --yes\n',
    )
    .action(async (client: string) => {
      process.exitCode = await (await import('./install.ts')).install(client, command.opts())
    })
}

function addUninstall(daybook: Command): void {
  const command = daybook
    .command('uninstall <client>')
    .description('take Daybook out of a chat client again')
    .option('--scope <user|project>', 'as it was installed (default user)')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExamples:\n  daybook uninstall claude\n')
    .action(async (client: string) => {
      process.exitCode = await (await import('./install.ts')).uninstall(client, command.opts())
    })
}

function addDoctor(daybook: Command): void {
  const command = daybook
    .command('doctor')
    .description('look at everything Daybook needs and say what to do; changes nothing')
    .option('--quick', 'leave out what reads the whole database')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the findings as JSON')
    .action(async () => {
      process.exitCode = await (await import('./doctor.ts')).doctor(command.opts())
    })
}

async function addBackup(daybook: Command): Promise<void> {
  const { addVerbs } = await import('./verb.ts')
  const { backup } = await import('./backup.ts')
  await addVerbs(daybook, { backup }, [])
}

function addRestore(daybook: Command): void {
  const command = daybook
    .command('restore <file>')
    .description('a backup into an empty home, checked before it is put in place and verified after')
    .option('--replace', 'move what is in the home aside; stop every Daybook program first')
    .option('--db <url>', 'PostgreSQL URL or SQLite file')
    .option('--json', 'print the result as JSON')
    .action(async (file: string) => {
      process.exitCode = await (await import('./backup.ts')).restore(file, command.opts())
    })
}

function addCompletion(daybook: Command): void {
  daybook
    .command('completion')
    .description('print the script that completes commands, flags and their values: bash, zsh or fish')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      `
Load it from the start file of the shell:
  bash  eval "$(daybook completion bash)"
  zsh   eval "$(daybook completion zsh)"    after compinit
  fish  daybook completion fish | source
`,
    )
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const { completionScript } = await import('./completion.ts')
      process.stdout.write(await completionScript(shell, await describe([everyGroup])))
    })
}
