import { diaryRemove } from '../../../diary/operations/diary-remove.ts'
import { askLine } from '../ask-line.ts'
import { usageFault } from '../failure.ts'
import { visible } from '../visible.ts'
import { namesDay } from './target.ts'
import type { Accepted, DiaryVerb } from './verb.ts'

export const remove: DiaryVerb<[], { yes?: true }, Accepted<typeof diaryRemove.output>> = {
  usage: 'remove',
  summary: 'remove a day: its workspace with all evidence, its manifest, its cached offsets',
  options: [['--yes', 'do not ask']],
  examples: ['remove --date 2026-05-12', 'remove --date 2026-05-12 --yes'],
  async ask({ call, day }, options) {
    if (!namesDay(options)) throw usageFault('Name the day to remove.', 'For example: --date 2026-05-12')
    const question = `Remove ${day} with everything written about it? Type the date: `
    const typed = options.yes ? day : await askLine(question)
    if (typed === undefined) throw usageFault('A removal must be confirmed.', 'Run it in a terminal, or add --yes.')
    return call(diaryRemove, { date: day, confirm: typed })
  },
  show({ removed, kept, published }, page) {
    for (const name of removed) page.line(name)
    for (const name of kept) page.note(`Left: ${visible(name)}`)
    for (const { server, author, version } of published) {
      page.note(visible(`Still published: version ${version} of ${author} on ${server}`))
    }
    page.note('The transcripts of the agents and the archive are untouched.')
  },
}
