import { z } from 'zod'
import { DateArgument } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { reject } from '../rejection.ts'
import { Citation } from '../report/schema.ts'
import { searchReports, wordsOf } from '../report/search.ts'

const Input = z.strictObject({
  query: z.string().max(500),
  from: DateArgument.optional(),
  to: DateArgument.optional(),
  project_key: z.string().optional(),
  limit: z.int().min(1).max(50).default(20),
  date: DateArgument.optional(),
})

export const diarySearch = diaryOperation({
  name: 'diary_search',
  summary: 'Find work items of rendered days by words that must all occur; newest first.',
  effect: 'read',
  input: Input,
  accepted: 'ok',
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
