import { z } from 'zod'
import { reference, text } from '../kernel/text.ts'
import { limits } from './limits.ts'

const line = (max: number) => text({ max, blank: true, oneLine: true })

export const StateText = text({ max: limits.text, bytes: true, blank: true })

const workTypes = ['start', 'continue'] as const

export const ProjectRef = reference().describe('Project id or name')

const day = text({ max: 10, blank: true, oneLine: true }).check(ctx => {
  if (ctx.value !== '' && !isDay(ctx.value)) {
    ctx.issues.push({ code: 'custom', input: ctx.value, params: { rule: 'YYYY-MM-DD or empty' } })
  }
})

const folder = text({ max: limits.projectPath, blank: true, oneLine: true }).check(ctx => {
  if (ctx.value !== '' && !/^(\/|[A-Za-z]:[\\/]|\\\\)/.test(ctx.value)) {
    ctx.issues.push({ code: 'custom', input: ctx.value, params: { rule: 'give an absolute path' } })
  }
})

/** Fields that project_update and project_create write, as they are written. */
export const ProjectFields = {
  template: line(limits.template),
  slice: line(limits.path),
  taskFile: line(limits.path),
  instruction: text({ max: limits.instruction, blank: true }),
  developmentPhase: line(limits.phase),
  workType: z.enum(workTypes),
  projectDate: day,
  isMonorepo: z.boolean(),
  isMonorepoEnabled: z.boolean(),
  projectPath: folder,
}

export const ProjectDescription = text({ max: limits.description, blank: true }).describe(
  'What it is, in a sentence or two',
)

export const ProjectName = text({ max: limits.name, oneLine: true, trimmed: true })

const texts = <V extends z.ZodType>(value: V) =>
  z.strictObject({ recentEvents: value, additionalNotes: value, monorepoNote: value, availableTools: value }).partial()

export const CustomTexts = texts(StateText)
export const CustomPatch = texts(StateText.nullable())

const Text = z.string()
const Flag = z.boolean()

/** A project as this part shows it; absent optional fields are left out, never null. */
export const ProjectData = z.object({
  id: Text,
  name: Text,
  template: Text,
  slice: Text,
  taskFile: Text,
  instruction: Text,
  developmentPhase: Text.optional(),
  workType: z.enum(workTypes).optional(),
  projectDate: Text.optional(),
  isMonorepo: Flag,
  isMonorepoEnabled: Flag.optional(),
  projectPath: Text.optional(),
  customData: z.looseObject(CustomTexts.shape),
  createdAt: Text,
  updatedAt: Text,
})
export type ProjectData = z.output<typeof ProjectData>

function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const at = new Date(`${value}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(value)
}
