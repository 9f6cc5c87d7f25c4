import { diarySearch } from '../../../diary/operations/diary-search.ts'
import { visible } from '../visible.ts'
import type { Accepted, DiaryVerb } from './verb.ts'
import { counted, numberIn } from './words.ts'

interface Options {
  from?: string
  to?: string
  project?: string
  limit?: string
}

export const search: DiaryVerb<[words: string[]], Options, Accepted<typeof diarySearch.output>> = {
  usage: 'search <words...>',
  summary: 'find work items of rendered days by their words',
  options: [
    ['--from <day>', 'not before this day'],
    ['--to <day>', 'not after this day'],
    ['--project <key>', 'only this project'],
    ['--limit <n>', 'at most so many (default 20)'],
  ],
  examples: ['search rounding', 'search flaky tests --from 2026-05-01 --to 2026-05-31'],
  dayless: true,
  ask: ({ call }, { from, to, project, limit }, words) =>
    call(diarySearch, { query: words.join(' '), from, to, project_key: project, limit: numberIn(limit, '--limit') }),
  show({ hits }, { line, note, colors }) {
    for (const { date, project_key, work_item_ref, title, snippet, citations } of hits) {
      const cited = citations.map(({ session_ref, lines }) => `${session_ref}:${lines}`).join('; ')
      line(`${colors.bold(date)}  ${visible(project_key)}  ${work_item_ref}  ${visible(title)}`)
      if (snippet !== title) line(`    ${visible(snippet)}`)
      line(`    ${colors.dim(visible(cited))}`)
    }
    note(
      hits.length === 0 ? 'No work item of a rendered day holds all these words.' : counted(hits.length, 'work item'),
    )
  },
}
