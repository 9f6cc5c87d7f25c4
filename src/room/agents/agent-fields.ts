import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { toolIds } from '../tools/tool.ts'
import { fileClasses } from '../workspace/vfs.ts'
import { Agent, AgentId } from './registry.ts'

const line = (max: number, blank = false) => text({ max, oneLine: true, blank })
const list = z.array(line(200)).max(50)

/** A picture is part of the roster itself: nothing is fetched to show an agent. */
const Avatar = z
  .string()
  .max(64 * 1024)
  .refine(given => given.startsWith('data:image/') || (given.length <= 40 && !given.includes(':')), {
    error: 'an emoji or a data URL of an image',
  })

const Personality = z.strictObject({
  tone: line(200, true).optional(),
  verbosity: line(200, true).optional(),
  voiceTags: z.array(line(60)).max(20).optional(),
  baseInstructions: text({ max: 1000, bytes: true, blank: true }).optional(),
})

const optionalFields = {
  avatar: Avatar,
  color: line(40, true),
  signatureLine: line(200, true),
  instructions: text({ max: 4000, blank: true }),
  personality: Personality,
  skills: list,
  goals: list,
  tools: z.array(z.strictObject({ id: z.enum(toolIds), enabled: z.boolean() })).max(toolIds.length),
  evidenceSources: z.array(z.enum(fileClasses)).max(fileClasses.length),
  canBeTeamLead: z.boolean(),
  isPrimaryForRole: z.boolean(),
  memoryProfile: z.strictObject({
    maxInterestLevel: z.int().min(1).max(5).optional(),
    focusTags: z.array(line(60)).max(50).optional(),
  }),
  activeModelId: line(200),
}

/** What a person says of an agent that is new. */
export const NewAgent = z.strictObject({
  id: AgentId.optional().describe('Made from the name when left out; never changes'),
  name: line(60),
  role: line(40),
  enabled: z.boolean().default(true),
  ...z.object(optionalFields).partial().shape,
  clonedFrom: AgentId.optional(),
})
export type NewAgent = z.output<typeof NewAgent>

const cleared = <S extends z.ZodType>(schema: S) => schema.nullable().optional()

/** What may change: only what is given does, and null takes away. */
export const AgentChange = z.strictObject({
  id: AgentId,
  name: line(60).optional(),
  role: line(40).optional(),
  enabled: z.boolean().optional(),
  avatar: cleared(optionalFields.avatar),
  color: cleared(optionalFields.color),
  signatureLine: cleared(optionalFields.signatureLine),
  instructions: cleared(optionalFields.instructions),
  personality: cleared(optionalFields.personality),
  skills: cleared(optionalFields.skills),
  goals: cleared(optionalFields.goals),
  tools: cleared(optionalFields.tools),
  evidenceSources: cleared(optionalFields.evidenceSources),
  canBeTeamLead: cleared(optionalFields.canBeTeamLead),
  isPrimaryForRole: cleared(optionalFields.isPrimaryForRole),
  memoryProfile: cleared(optionalFields.memoryProfile),
  activeModelId: cleared(optionalFields.activeModelId),
})
export type AgentChange = z.output<typeof AgentChange>

/** An agent as another workspace has it; what is shown to models is held to the same rules as what people type. */
export const ImportedAgent = Agent.extend({
  name: line(60),
  role: line(40),
  avatar: Avatar.optional(),
  createdAt: z.iso.datetime().optional(),
  updatedAt: z.iso.datetime().optional(),
})
export type ImportedAgent = z.output<typeof ImportedAgent>
