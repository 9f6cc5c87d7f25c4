import { diarySecrets } from '../../../diary/operations/diary-secrets.ts'
import { rows } from '../rows.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, head } from './words.ts'

/** As many line numbers fit beside the rest. */
const shownLines = 5

export const secrets: DiaryVerb<[], object, Accepted<typeof diarySecrets.output>> = {
  usage: 'secrets',
  summary: 'list where transcripts and the archive hold what looks like a secret, never the secret itself',
  examples: ['secrets', 'secrets --json'],
  dayless: true,
  progress: true,
  ask: ({ call }) => call(diarySecrets, {}),
  show({ places, transcripts, lines, unreadable, oversized_lines }, page) {
    const table = places.map(({ source, session_id, archived, kind, lines: numbers, line_count }) => [
      source,
      session_id,
      archived ? 'archive' : 'file',
      { text: kind, paint: page.colors.yellow },
      `${numbers.slice(0, shownLines).join(', ')}${line_count > shownLines ? ` and ${line_count - shownLines} more` : ''}`,
    ])
    if (table.length > 0) {
      page.data(rows([head(['agent', 'session', 'in', 'kind', 'lines'], page.colors), ...table], page))
    }
    page.line(`${counted(lines, 'line')} of ${counted(transcripts, 'transcript')} looked at`)
    if (unreadable > 0) page.note(`${counted(unreadable, 'transcript')} could not be read.`)
    if (oversized_lines > 0) page.note(`${counted(oversized_lines, 'line')} too long to be looked at.`)
    page.note(
      table.length === 0
        ? 'Nothing looks like a secret.'
        : 'Change these secrets where they are used: whoever reads the transcripts can read them.',
    )
  },
}
