import { join } from 'node:path'
import { z } from 'zod'
import { readObject } from '../workspace/json-file.ts'

/** What a list of days tells of a report. Only these keys are looked at, so that a long list stays cheap. */
export const Headline = z.object({
  title: z.string(),
  material_items: z.int(),
  open_items: z.int(),
  gaps: z.int(),
  cost_usd: z.number().nullable(),
})
export type Headline = z.output<typeof Headline>

const Stored = z.object({
  schema_version: z.literal(1),
  title: z.object({ text: z.string() }),
  executive_summary: z.object({ open_items: z.array(z.unknown()) }),
  gaps: z.array(z.unknown()),
  statistics: z.object({
    work_items: z.object({ material_work_item: z.int() }),
    cost_usd: z.object({ total: z.number().nullable() }),
  }),
})

/** Undefined where a day has no report, or one that cannot be read. */
export async function headlineOf(workspaceRoot: string): Promise<Headline | undefined> {
  const file = await readObject(join(workspaceRoot, 'daily-report.json'))
  const report = file.state === 'read' ? Stored.safeParse(file.value).data : undefined
  if (!report) return undefined
  return {
    title: report.title.text,
    material_items: report.statistics.work_items.material_work_item,
    open_items: report.executive_summary.open_items.length,
    gaps: report.gaps.length,
    cost_usd: report.statistics.cost_usd.total,
  }
}
