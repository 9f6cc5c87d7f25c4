import { diarySources } from '../../../diary/operations/diary-sources.ts'
import { rows } from '../rows.ts'
import type { Terminal } from '../terminal.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, heading, size } from './words.ts'

type Sources = Accepted<typeof diarySources.output>

export const sources: DiaryVerb<[], object, Sources> = {
  usage: 'sources',
  summary: 'where the agents keep their transcripts, what they will delete, and what is lost already',
  examples: ['sources', 'sources --json'],
  dayless: true,
  ask: ({ call }) => call(diarySources, {}),
  show({ sources: found, archive, deletes, lost }, page) {
    for (const source of found) showSource(source, page)
    heading(page, 'Archive')
    page.line(
      archive.state === 'on'
        ? `${counted(archive.transcripts, 'transcript')}, ${size(archive.bytes)} kept as ${size(archive.stored_bytes)}, ${archive.keep_days === null ? 'for good' : `for ${archive.keep_days} days`}`
        : `${archive.state}: transcripts are kept no longer than their agents keep them`,
    )
    for (const { source, after_days, soon, unarchived } of deletes) {
      page.note(
        `${source} deletes transcripts after ${after_days} days: ${soon} go within a week, ${unarchived} of them are not in the archive.${unarchived > 0 ? ' Keep them: daybook diary index' : ''}`,
      )
    }
    for (const { source, sessions, prompts } of lost) {
      page.note(
        `${source}: ${counted(sessions, 'session')} with ${counted(prompts, 'prompt')} cannot be read any more.`,
      )
    }
  },
}

function showSource(source: Sources['sources'][number], page: Terminal): void {
  const { colors } = page
  heading(page, source.source)
  page.data(
    rows(
      source.roots.map(({ root, state }) => [
        { text: state, paint: state === 'ok' ? colors.green : state === 'unreadable' ? colors.red : colors.dim },
        root,
      ]),
      page,
    ),
  )
  if (source.roots.every(({ state }) => state === 'missing' || state === 'disabled') && source.sessions === 0) return
  page.line(
    [
      counted(source.files, 'file'),
      size(source.bytes),
      counted(source.sessions, 'session'),
      ...(source.from_archive > 0 ? [`${source.from_archive} of them from the archive`] : []),
      ...(source.oldest ? [`oldest ${source.oldest.slice(0, 10)}`] : []),
    ].join(', '),
  )
  if (source.not_indexed > 0) {
    page.line(`${counted(source.not_indexed, 'file')} changed since they were read: daybook diary index`)
  }
  for (const [what, counts] of [
    ['left out', source.excluded],
    ['warnings', source.warnings],
  ] as const) {
    const named = Object.entries(counts).map(([name, n]) => `${n} ${name}`)
    if (named.length > 0) page.line(visible(`${what}: ${named.join(', ')}`))
  }
}
