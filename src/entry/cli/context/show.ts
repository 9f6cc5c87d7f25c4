import type { z } from 'zod'
import { projectGet } from '../../../context/operations/project-get.ts'
import type { Verb } from '../verb.ts'
import { visible } from '../visible.ts'
import { chosenProject } from './chosen-project.ts'

export const show: Verb<[], object, z.output<typeof projectGet.output>> = {
  usage: 'show',
  summary: 'the summary and the notes as they stand',
  toolset: 'context',
  ask: async cli => cli.call(projectGet, { id: await chosenProject(cli) }),
  json: ({ customData }) => customData,
  show({ customData: { recentEvents = '', additionalNotes = '' } }, page) {
    const lines = (text: string) => text.split('\n').map(visible).join('\n')
    if (recentEvents.trim()) page.line(lines(recentEvents))
    if (additionalNotes.trim()) page.line(`\n${page.colors.bold('Notes')}\n${lines(additionalNotes)}`)
    if (!recentEvents.trim() && !additionalNotes.trim()) page.note('Nothing is stored yet: daybook context summarize')
  },
}
