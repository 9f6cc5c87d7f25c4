import type { z } from 'zod'
import { projectPurge } from '../../../context/operations/project-purge.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import { count } from '../records/words.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'

export const purge: Verb<[id: string], { yes?: string }, z.output<typeof projectPurge.output>> = {
  usage: 'purge <project>',
  summary: 'erase a project in the trash for good',
  toolset: 'context',
  options: [['--yes <project>', 'the id once more, instead of being asked for it']],
  async ask(cli, { yes }, id) {
    const confirm = yes ?? (await askLine(`Erase ${visible(id)} with everything in it for good? Type its id: `))
    if (confirm === undefined) {
      throw usageFault('A purge must be confirmed.', `Run it in a terminal, or confirm with --yes ${visible(id)}.`)
    }
    return cli.call(projectPurge, { id, confirm })
  },
  show({ id, records }, page) {
    page.line(id)
    page.note(`Erased for good with ${count(records, 'record')}.`)
  },
}
