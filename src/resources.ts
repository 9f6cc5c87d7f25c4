import { z } from 'zod'
import type { Ask, ListedResource, Resource, ResourcePage } from './kernel/resource.ts'

const markdown = 'text/markdown'
const json = 'application/json'

/** Every kind of resource, in the order clients see them. Each is read through one operation. */
export const resources: readonly Resource[] = [
  {
    name: 'context',
    toolset: 'context',
    title: 'Context of a project',
    description: 'The text that starts a chat where the last one on the project ended.',
    mimeType: markdown,
    uriTemplate: 'daybook://context/{project}',
    async read({ project }, ask) {
      return Text.parse(await ask('template_preview', { projectId: project }))?.text
    },
    list: async ask => ({
      listed: (await projectsOf(ask)).map(({ id, name }) => ({ parts: { project: id }, title: name })),
    }),
  },
  {
    name: 'report',
    toolset: 'diary',
    title: 'Report of a day',
    description: 'What agents did on a day (YYYY-MM-DD), with the transcript lines it rests on.',
    mimeType: markdown,
    uriTemplate: 'daybook://reports/{date}',
    async read({ date }, ask) {
      return Report.parse(await ask('diary_report', { date, format: 'markdown' }))?.markdown
    },
    async list(ask) {
      const days = Days.parse(await ask('diary_days', { limit: maxDays }))?.days ?? []
      const reported = days.filter(day => day.has_report)
      return {
        listed: reported.map(({ date, report }) => ({
          parts: { date },
          title: `${date} ${report?.title ?? ''}`.trim(),
        })),
      }
    },
  },
  {
    name: 'record',
    toolset: 'records',
    title: 'Record',
    description: 'A record in full, with where it hangs, what points at it and what its evidence says.',
    mimeType: json,
    uriTemplate: 'daybook://records/{id}',
    async read({ id }, ask) {
      const shown = await ask('show_record', { id })
      return shown && JSON.stringify(shown, null, 2)
    },
    list: recordsFrom,
  },
  {
    name: 'receipt',
    toolset: 'room',
    title: 'Receipt of a tool run',
    description: 'A receipt of a room as it was signed, with whether its session verifies.',
    mimeType: json,
    uriTemplate: 'daybook://receipts/{project}/{id}',
    async read({ project, id }, ask) {
      const shown = await ask('room_receipt_show', { receiptId: id }, project)
      return shown && JSON.stringify(shown, null, 2)
    },
  },
]

/** More days nobody looks through in a list; older ones are read by their address. */
const maxDays = 100
const pageOfRecords = 200

// Only what is used is read; the operations have checked their results.
const Text = z.object({ text: z.string() }).optional()
const Report = z.object({ markdown: z.string().optional() }).optional()
const Days = z
  .object({
    days: z.array(
      z.object({ date: z.string(), has_report: z.boolean(), report: z.object({ title: z.string() }).optional() }),
    ),
  })
  .optional()
const Projects = z.object({ projects: z.array(z.object({ id: z.string(), name: z.string() })) }).optional()
const Records = z
  .object({
    records: z.array(z.object({ id: z.string(), title: z.string(), superseded_by: z.string().optional() })),
    next_offset: z.int().optional(),
  })
  .optional()

/** The projects that the caller may see. */
export async function projectsOf(ask: Ask): Promise<{ id: string; name: string }[]> {
  return Projects.parse(await ask('list_projects', {}))?.projects ?? []
}

/** One page of one project after another; `from` is a project and the place in it. */
async function recordsFrom(ask: Ask, from?: string): Promise<ResourcePage> {
  const ids = (await projectsOf(ask)).map(({ id }) => id)
  const [offset = '0', id = ids[0]] =
    from === undefined ? [] : [from.slice(0, from.indexOf(' ')), from.slice(from.indexOf(' ') + 1)]
  if (id === undefined || !ids.includes(id) || !/^\d{1,9}$/.test(offset)) return { listed: [] }
  const args = { project_id: id, limit: pageOfRecords, offset: Number(offset) }
  const page = Records.parse(await ask('list_records', args))
  const records = page?.records ?? []
  // A completion shows ids only, so those that hold come first.
  const inOrder = [...records.filter(each => !each.superseded_by), ...records.filter(each => each.superseded_by)]
  const listed: ListedResource[] = inOrder.map(({ id, title, superseded_by: by }) => ({
    parts: { id },
    title: `${id} ${title}${by === undefined ? '' : ` (superseded by ${by})`}`,
  }))
  const following = ids[ids.indexOf(id) + 1]
  const next = page?.next_offset !== undefined ? `${page.next_offset} ${id}` : following && `0 ${following}`
  return { listed, ...(next && { next }) }
}
