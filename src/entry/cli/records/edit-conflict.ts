import type { Record } from '../../../records/schema.ts'
import type { Terminal } from '../terminal.ts'
import { threeWay, threeWayText } from '../three-way.ts'
import { visible, visibleLines } from '../visible.ts'
import { type Draft, draftOf } from './draft.ts'

interface Conflict {
  base: Record
  yours: Draft
  theirs: Record
  file: string
}

/** What was changed meanwhile and what the person wanted, side by side; nothing has been written. */
export function printConflict({ base, yours, theirs, file }: Conflict, page: Terminal): void {
  page.note(`${base.id} was changed by somebody else while you were editing: it is version ${theirs.version} now.`)
  page.note('Nothing was overwritten. | is what you started from, < is yours, > is what is stored now.')
  const texts = [draftOf(base), yours, draftOf(theirs)].map(asTexts)
  for (const name of names) {
    const [before = '', mine = '', stored = ''] = texts.map(each => each[name])
    const regions = threeWay(before, mine, stored)
    if (regions.length === 0) continue
    page.line(page.colors.bold(name))
    page.data(visibleLines(threeWayText(regions)))
  }
  page.note(`Your text is kept in ${visible(file)}`)
  page.note(`To merge: daybook records edit ${base.id}, and take over what you need from there.`)
}

const names = ['title', 'summary', 'related', 'metadata', 'body'] as const

function asTexts({ title, summary, related, metadata, body }: Draft): { [name in (typeof names)[number]]: string } {
  return { title, summary, related: related.join(', '), metadata: JSON.stringify(metadata), body }
}
