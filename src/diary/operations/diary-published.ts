import { z } from 'zod'
import { visibleProjects } from '../../projects/store.ts'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { listVersions, type PublishedSummary } from '../publish/store.ts'

const Input = z.strictObject({
  date: DateArgument.describe('Only this day').optional(),
  from: DateArgument.describe('Not before this day').optional(),
  to: DateArgument.describe('Not after this day').optional(),
  author: name('anna').optional(),
})

export const diaryPublished = diaryOperation({
  name: 'diary_published',
  audience: 'people',
  summary: 'The reports that were published here, newest day first, every version of them.',
  effect: 'read',
  access: 'anyone',
  input: Input,
  accepted: 'ok',
  result: {
    versions: z.array(
      z.object({
        author: z.string(),
        date: z.string(),
        version: z.int(),
        project_id: z.string(),
        published_at: z.string(),
        sha256: z.string(),
        title: z.string(),
        projects: z.array(z.string()),
        with_messages: z.boolean(),
      }),
    ),
  },
  async run({ date, from = date ?? '0000-00-00', to = date ?? '9999-99-99', author }, { db, call }) {
    const rows = await db.read(async tx => {
      const projects = (await visibleProjects(tx, call)).map(({ id }) => id)
      return listVersions(tx, { from, to, projects })
    })
    return { versions: rows.filter(row => author === undefined || row.author === author).map(versionOf) }
  },
})

function versionOf({ published, projects, with_messages, ...row }: PublishedSummary) {
  // Written by the receiving side as an array of keys.
  const keys: string[] = JSON.parse(projects)
  return { ...row, published_at: published, projects: keys, with_messages: with_messages === 1 }
}
