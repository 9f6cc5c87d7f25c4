import type { Command } from 'commander'

export interface BackupOptions {
  db?: string
  json?: true
  replace?: true
}

/** For the owner, at the machine the home lies on. */
export function addBackup(daybook: Command): void {
  const backup = daybook
    .command('backup <file>')
    .description('everything the home and the database hold, into one new file, while Daybook runs')
  const restore = daybook
    .command('restore <file>')
    .description('a backup into an empty home, checked before it is put in place and verified after')
    .option('--replace', 'move what is in the home aside; stop every Daybook program first')
  for (const command of [backup, restore]) {
    command.option('--db <url>', 'PostgreSQL URL or SQLite file').option('--json', 'print the result as JSON')
  }
  backup.action(async (file: string) => {
    process.exitCode = await (await import('./backup-tasks.ts')).backUp(file, backup.opts<BackupOptions>())
  })
  restore.action(async (file: string) => {
    process.exitCode = await (await import('./backup-tasks.ts')).restore(file, restore.opts<BackupOptions>())
  })
}
