import { z } from 'zod'
import { visibleProjects } from '../../projects/store.ts'
import { DateArgument, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { readVersion } from '../publish/store.ts'
import { reject } from '../rejection.ts'

const Input = z.strictObject({
  author: name('anna'),
  date: DateArgument.describe('Day YYYY-MM-DD'),
  version: z.int().min(1).optional().describe('The last one when absent'),
  format: z.enum(['json', 'markdown', 'html']).default('json'),
})

export const diaryPublishedReport = diaryOperation({
  name: 'diary_published_report',
  audience: 'people',
  summary: 'A report that was published here, in any of its versions and forms.',
  effect: 'read',
  access: 'anyone',
  input: Input,
  accepted: 'ok',
  result: {
    author: z.string(),
    date: z.string(),
    version: z.int(),
    published_at: z.string(),
    report: z.record(z.string(), z.unknown()).optional(),
    markdown: z.string().optional(),
    html: z.string().optional().describe('Written elsewhere: show it only in a sandbox'),
  },
  async run({ author, date, version, format }, { db, call }) {
    const row = await db.read(async tx => {
      const projects = (await visibleProjects(tx, call)).map(({ id }) => id)
      return readVersion(tx, { author, date, version, projects })
    })
    if (!row) return reject('version', 'no such version is published here', 'diary_published lists those there are')
    if (row.report === '') {
      return reject(
        'version',
        'this version was withdrawn: it held a session that was forgotten',
        'ask for a later one',
      )
    }
    const head = { author, date, version: row.version, published_at: row.published }
    if (format === 'json') return { ...head, report: JSON.parse(row.report) }
    return format === 'markdown' ? { ...head, markdown: row.markdown } : { ...head, html: row.html }
  },
})
