import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { oneLine } from '../extract/text.ts'
import { reject } from '../rejection.ts'
import { Citation, type DailyReport, itemCitations } from '../report/schema.ts'
import { itemTexts } from '../report/searchable-day.ts'
import { storedReport, workspaceDays } from '../report/stored-reports.ts'
import type { DiarySettings } from '../settings.ts'

export const diarySearch = diaryOperation({
  name: 'diary_search',
  summary: 'Find work items of rendered days by words that all occur; newest first.',
  effect: 'read',
  input: z.strictObject({
    query: z.string().max(500),
    from: DateArgument.optional(),
    to: DateArgument.optional(),
    project_key: z.string().optional(),
    limit: z.int().min(1).max(50).default(20),
    date: DateArgument.optional(),
  }),
  result: {
    hits: z.array(
      z.object({
        date: z.string(),
        project_key: z.string(),
        work_item_ref: z.string(),
        title: z.string(),
        snippet: z.string(),
        citations: z.array(Citation),
      }),
    ),
  },
  async run({ query, date, project_key, limit, ...range }, { diary }) {
    const words = wordsOf(query)
    if (words.length === 0) reject('query', 'query must hold at least one word', 'name words of the work you look for')
    const { from, to } = date === undefined ? range : { from: date, to: date }
    return { hits: await searchReports(diary, { words, from, to, project_key, limit }) }
  },
  chatText: ({ hits }) =>
    hits
      .map(({ date, project_key, work_item_ref, title, snippet, citations }) =>
        [
          `${date} ${project_key} ${work_item_ref}: ${title}`,
          ...(snippet === title ? [] : [`  ${snippet}`]),
          ...citations.map(({ session_ref, turn_ref, lines }) => `  cites ${session_ref}/${turn_ref} lines ${lines}`),
        ].join('\n'),
      )
      .join('\n') || 'No work items found.',
})

interface SearchWish {
  words: readonly string[]
  from: string | undefined
  to: string | undefined
  project_key: string | undefined
  limit: number
}

/** Work items of rendered days in which every word occurs, newest day first. */
async function searchReports(settings: Pick<DiarySettings, 'root'>, wish: SearchWish) {
  const { from, to, limit } = wish
  const hits: ReturnType<typeof hitsIn> = []
  for (const day of await workspaceDays(settings)) {
    if ((from !== undefined && day < from) || (to !== undefined && day > to)) continue
    const report = await storedReport(settings, day)
    if (typeof report !== 'string') hits.push(...hitsIn(report, day, wish))
    if (hits.length >= limit) break
  }
  return hits.slice(0, limit)
}

/** The words of a query, as they are compared. */
function wordsOf(query: string): string[] {
  return [...new Set(foldCase(oneLine(query)).split(' '))].filter(word => word !== '')
}

function hitsIn(report: DailyReport, date: string, { words, project_key }: SearchWish) {
  return report.projects
    .filter(project => project_key === undefined || project.project_key === project_key)
    .flatMap(project =>
      project.work_items.flatMap(item => {
        const texts = itemTexts(item, project)
        const all = foldCase(texts.map(({ text }) => text).join('\n'))
        if (!words.every(word => all.includes(word))) return []
        const [first = ''] = words
        const best = texts.find(({ text }) => foldCase(text).includes(first)) ?? texts[0]
        return [
          {
            date,
            project_key: project.project_key,
            work_item_ref: item.work_item_ref,
            title: item.title,
            snippet: snippetOf(best?.text ?? item.title, first),
            citations: best?.citations ?? itemCitations(item),
          },
        ]
      }),
    )
}

const before = 60
const maxSnippet = 200

/** The first word found, with the text around it. */
function snippetOf(text: string, word: string): string {
  const characters = Array.from(oneLine(text))
  const line = characters.map(foldCase)
  const found = line.join('').indexOf(word)
  // Folding may change lengths, so the place is counted over folded characters.
  let [at, passed] = [0, 0]
  while (at < line.length && passed < found) passed += line[at++]?.length ?? 1
  const start = found < 0 || at <= before ? 0 : at - before
  const end = Math.min(characters.length, start + maxSnippet)
  return `${start > 0 ? '…' : ''}${characters.slice(start, end).join('')}${end < characters.length ? '…' : ''}`
}

function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
