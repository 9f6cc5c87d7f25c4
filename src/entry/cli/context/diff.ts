import { unifiedDiff } from '../../../evidence/unified-diff.ts'
import { printDiff } from '../records/diff-text.ts'
import type { Verb } from '../verb.ts'
import { chosenProject } from './chosen-project.ts'
import { entryAt } from './entry-at.ts'

interface Compared {
  recentEvents: string
  additionalNotes: string
}

export const diff: Verb<[from: string, to: string], object, Compared> = {
  usage: 'diff <n> <m>',
  summary: 'what changed between two summaries',
  toolset: 'context',
  async ask(cli, _, from, to) {
    const project = await chosenProject(cli)
    const [before, after] = [await entryAt(cli, project, from), await entryAt(cli, project, to)]
    const labels = { from: `entry ${from}`, to: `entry ${to}` }
    return {
      recentEvents: unifiedDiff(before.recentEvents ?? '', after.recentEvents ?? '', labels),
      additionalNotes: unifiedDiff(before.additionalNotes ?? '', after.additionalNotes ?? '', labels),
    }
  },
  show({ recentEvents, additionalNotes }, page) {
    for (const [name, text] of [
      ['Summary', recentEvents],
      ['Notes', additionalNotes],
    ] as const) {
      if (text === '') continue
      page.line(page.colors.bold(name))
      printDiff(text, page)
    }
    if (recentEvents === '' && additionalNotes === '') page.note('They are the same.')
  },
}
