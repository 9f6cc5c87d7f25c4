import { diaryIndex } from '../../../diary/operations/diary-index.ts'
import { rows } from '../rows.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, size } from './words.ts'

interface Options {
  rebuild?: true
  verify?: true
}

export const indexVerb: DiaryVerb<[], Options, Accepted<typeof diaryIndex.output>> = {
  usage: 'index',
  summary: 'bring the index of all transcripts up to date',
  options: [
    ['--rebuild', 'read everything again'],
    ['--verify', 'read everything again, the archive as well'],
  ],
  examples: ['index', 'index --verify --json'],
  dayless: true,
  progress: true,
  ask: ({ call }, { rebuild = false, verify = false }) => call(diaryIndex, { rebuild, verify }),
  show({ counters, roots, archive }, page) {
    const count = (name: string) => counters[name] ?? 0
    page.data(
      rows(
        roots.map(({ source, state, root }) => [
          source,
          { text: state, paint: state === 'ok' ? page.colors.green : page.colors.dim },
          root,
        ]),
        page,
      ),
    )
    page.line(
      `${counted(count('files_found'), 'file')}, ${size(count('bytes_total'))}: ${count('files_unchanged')} unchanged, ${count('files_appended')} longer, ${count('files_parsed')} read whole, ${count('files_unreadable')} unreadable`,
    )
    page.line(`${size(count('bytes_read'))} read in ${(count('elapsed_ms') / 1000).toFixed(1)} s`)
    if (archive.state === 'on') page.line(`${counted(archive.transcripts, 'transcript')} kept in the archive`)
    if (archive.damaged) {
      page.note(`${counted(archive.damaged, 'kept transcript')} cannot be given back whole. See: daybook diary sources`)
    }
    if (count('files_found') === 0) {
      page.note('No transcripts were found. Where they are looked for: daybook diary sources')
    }
  },
  exit: ({ archive }) => (archive.damaged ? mismatchExit : 0),
}

const mismatchExit = 7
