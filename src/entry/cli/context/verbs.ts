import type { Command } from 'commander'
import { addVerb } from '../verb.ts'
import { build, preview } from './build.ts'
import { installCommands, uninstallCommands } from './commands.ts'
import { diff } from './diff.ts'
import { history } from './history.ts'
import { promptGetVerb, promptListVerb } from './prompts.ts'
import { eject } from './prompts-eject.ts'
import { restore } from './restore.ts'
import { show } from './show.ts'
import { summarize } from './summarize.ts'

/** The verbs of `daybook context`, in reading order. */
export function addContextVerbs(context: Command): void {
  addVerb(context, build)
  addVerb(context, preview)
  addVerb(context, summarize)
  addVerb(context, show)
  addVerb(context, history)
  addVerb(context, diff)
  addVerb(context, restore)
  const prompts = context.command('prompts').description('the prompts a project may use: list, get, eject')
  addVerb(prompts, promptListVerb)
  addVerb(prompts, promptGetVerb)
  addVerb(prompts, eject)
  const commands = context.command('commands').description('slash commands for clients without prompts')
  addVerb(commands, installCommands)
  addVerb(commands, uninstallCommands)
}
