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
  const listed = token.command('list').description('the tokens there are; never their secrets')
  const revoked = token.command('revoke <token>').description('end a token, by its id or by itself')
  const set = member.command('set <principal> <project> <role>').description('reader, writer, admin or none')
  const members = member.command('list').description('who has which role where')

  const run = (command: Command, name: Task) => {
    command.option('--db <url>', 'PostgreSQL URL or SQLite file').option('--json', 'print the result as JSON')
    command.action(async () => {
      const { accessTasks } = await import('./access-tasks.ts')
      const { inStore } = await import('./in-store.ts')
      const options = command.opts<AccessOptions>()
      process.exitCode = await inStore(options, app => accessTasks[name](app, options, command.args))
    })
  }
  run(added, 'add')
  run(listed, 'list')
  run(revoked, 'revoke')
  run(set, 'set')
  run(members, 'members')
}

export type Task = 'add' | 'list' | 'revoke' | 'set' | 'members'

export interface AccessOptions extends Flags {
  json?: true
  label?: string
  name?: string
}
