import { addVerb } from '../verb.ts'
import type { VerbGroup } from '../verb-group.ts'

/** The verbs of `daybook context` by name, in reading order. */
export const contextVerbs: VerbGroup = {
  build: async to => addVerb(to, (await import('./build.ts')).build),
  preview: async to => addVerb(to, (await import('./build.ts')).preview),
  summarize: async to => addVerb(to, (await import('./summarize.ts')).summarize),
  show: async to => addVerb(to, (await import('./show.ts')).show),
  history: async to => addVerb(to, (await import('./history.ts')).history),
  diff: async to => addVerb(to, (await import('./diff.ts')).diff),
  restore: async to => addVerb(to, (await import('./restore.ts')).restore),
  async prompts(to) {
    const prompts = to.command('prompts').description('the prompts a project may use: list, get, eject')
    const { promptListVerb, promptGetVerb } = await import('./prompts.ts')
    const { eject } = await import('./prompts-eject.ts')
    addVerb(prompts, promptListVerb)
    addVerb(prompts, promptGetVerb)
    addVerb(prompts, eject)
  },
  async commands(to) {
    const commands = to.command('commands').description('slash commands for clients without prompts')
    const { installCommands, uninstallCommands } = await import('./commands.ts')
    addVerb(commands, installCommands)
    addVerb(commands, uninstallCommands)
  },
}
