import type { Command } from 'commander'

/** `daybook install` and `daybook uninstall`. */
export function addInstall(daybook: Command): void {
  const install = daybook
    .command('install <client>')
    .description('add Daybook to a chat client: claude, codex, cursor, vscode, claude-desktop')
    .option('--toolsets <names>', 'what the client sees (default core)')
    .option('--project <id>', 'the project its chats are about')
    .option('--scope <user|project>', 'for you everywhere, or for whoever works in this folder (default user)')
    .option('--no-commands', 'without the commands /newcontext and /summarize')
    .option('--force', 'replace command files that were changed')
    .option('--print', 'print the entry instead of writing it')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExamples:\n  daybook install claude --dry-run\n  daybook install cursor --project orchard --yes\n',
    )
  install.action(async (client: string) => {
    process.exitCode = await (await import('./run.ts')).install(client, install.opts())
  })
  const uninstall = daybook
    .command('uninstall <client>')
    .description('take Daybook out of a chat client again')
    .option('--scope <user|project>', 'as it was installed (default user)')
    .option('--dry-run', 'only show what would change')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExamples:\n  daybook uninstall claude\n')
  uninstall.action(async (client: string) => {
    process.exitCode = await (await import('./run.ts')).uninstall(client, uninstall.opts())
  })
}
