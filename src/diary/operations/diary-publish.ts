import { basename } from 'node:path'
import { z } from 'zod'
import { DateArgument, listOf, name } from '../arguments.ts'
import { diaryOperation } from '../context.ts'
import { logDiary } from '../feed.ts'
import { composePublication } from '../publish/compose.ts'
import { pack } from '../publish/publication.ts'
import { publishedHere, rememberPublished } from '../publish/published-here.ts'
import { sendReport, serverOf } from '../publish/send.ts'
import { readWorkspace } from '../workspace/open.ts'

const Input = z.strictObject({
  date: DateArgument.optional(),
  projects: listOf(name('ledger-d7579830878a')).min(1).optional().describe('Only these projects'),
  with_messages: z.boolean().default(false).describe('With what the user wrote, word by word'),
  to_project: name('team').optional().describe("The server's project whose readers see it"),
  after_version: z.int().min(0).optional().describe('The version it follows; else the last one published from here'),
})

export const diaryPublish = diaryOperation({
  name: 'diary_publish',
  audience: 'people',
  summary: "Send a day's report to the team server as a new version; never transcripts, cards or facts.",
  effect: 'append',
  input: Input,
  accepted: 'ok',
  result: {
    date: z.string(),
    server: z.string(),
    author: z.string(),
    version: z.int(),
    project_id: z.string(),
    published_at: z.string(),
    sha256: z.string(),
    result: z.enum(['published', 'unchanged']),
    files: z.array(z.string()),
  },
  async run({ date, projects, with_messages, to_project, after_version }, ctx) {
    const { publish, root } = ctx.diary
    const server = serverOf(publish).server.origin
    const { workspace, publication } = await readWorkspace(ctx, date, async opened => ({
      workspace: opened,
      publication: await composePublication(ctx, opened, { projects, withMessages: with_messages }),
    }))
    const day = workspace.metadata?.report_date ?? basename(workspace.root)
    const own = (await publishedHere(root, day)).filter(each => each.server === server)
    const sent = await sendReport(publish, {
      date: day,
      bundle: pack(publication),
      with_messages,
      project: to_project ?? publish.project,
      after_version: after_version ?? Math.max(0, ...own.map(({ version }) => version)),
    })
    const { author, version, published_at, sha256 } = sent
    await rememberPublished(root, day, { server, author, version, published_at, sha256 })
    if (sent.result === 'published') {
      await logDiary(ctx, workspace, {
        type: 'diary_published',
        summary: `Report of ${day} published: version ${version}`,
        details: { version },
      })
    }
    return { ...sent, date: day, server, files: ['daily-report.json', 'report.html', 'report.md'] }
  },
})
