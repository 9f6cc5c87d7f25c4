import type { Command } from 'commander'
import type { Flags } from '../../config.ts'

/** Who may use a server that others can reach: tokens, and roles in projects. */
export function addAccess(daybook: Command): void {
  const token = daybook.command('token').description('tokens for callers of `daybook serve`')
  const member = daybook.command('member').description('roles of principals in projects')
  const added = token
    .command('add <principal>')
    .description('make a token for somebody; it is shown once')
    .option('--label <text>', 'what the token is for', '')
    .option('--name <text>', 'the full name of a new principal')
    .option('--expires <time>', 'when it ends: 90d, 12h, 4w or never', defaultExpiry)
    .option('--project <project>', 'open this project only; may be given several times', collected)
    .option('--role <role>', 'act with this role at most: reader, writer or admin')
  const listed = token.command('list').description('the tokens there are; never their secrets')
  const renewed = token
    .command('renew <token>')
    .description('give a token another end, by its id or by itself; its secret stays')
    .option('--expires <time>', 'when it ends, from now on: 90d, 12h, 4w or never', defaultExpiry)
  const revoked = token.command('revoke <token>').description('end a token, by its id or by itself')
  const set = member.command('set <principal> <project> <role>').description('reader, writer, admin or none')
  const members = member.command('list').description('who has which role where')

  const run = (command: Command, name: Task) => {
    command.option('--db <url>', 'PostgreSQL URL or SQLite file').option('--json', 'print the result as JSON')
    command.action(async () => {
      const { accessTasks } = await import('./access-tasks.ts')
      const { inStore } = await import('./store.ts')
      const options = command.opts<AccessOptions>()
      // The projects are limits of the token, not the one this process works in.
      const { project: _, ...flags } = options
      process.exitCode = await inStore(flags, app => accessTasks[name](app, options, command.args))
    })
  }
  run(added, 'add')
  run(listed, 'list')
  run(renewed, 'renew')
  run(revoked, 'revoke')
  run(set, 'set')
  run(members, 'members')
}

export type Task = 'add' | 'list' | 'renew' | 'revoke' | 'set' | 'members'

export interface AccessOptions extends Omit<Flags, 'project'> {
  json?: true
  label?: string
  name?: string
  expires?: string
  project?: string[]
  role?: string
}

/** Long enough for a quarter's work, short enough that a lost one does not stay open for years. */
const defaultExpiry = '90d'

function collected(value: string, before: string[] = []): string[] {
  return [...before, value]
}
