import { z } from 'zod'
import { limits } from '../limits.ts'
import { ProjectFields, ProjectRef, StateText } from '../schema.ts'

/** What is different in this block only, and how large it may be. */
export const BuildInput = z.strictObject({
  projectId: ProjectRef,
  slice: ProjectFields.slice.optional(),
  taskFile: ProjectFields.taskFile.optional(),
  instruction: ProjectFields.instruction.optional().describe('Prompt key, name or own words'),
  developmentPhase: ProjectFields.developmentPhase.optional(),
  workType: ProjectFields.workType.optional(),
  additionalInstructions: StateText.optional().describe('Appended verbatim'),
  includeDigest: z.boolean().optional().describe('Open records and recent work'),
  maxTokens: z.int().min(limits.minTokens).max(limits.maxTokens).optional(),
})
export type BuildArguments = z.output<typeof BuildInput>

/** Why a paragraph is in the block. */
export const Why = z.object({
  source: z.enum(['project', 'clock', 'statement', 'prompt', 'record', 'work_item', 'argument']),
  id: z.string().describe('Field, key, record or work item').optional(),
  version: z.int().optional(),
  tick: z.int().optional(),
  layer: z.enum(['project', 'user', 'builtin']).optional(),
  file: z.string().optional(),
  sha256: z.string().optional(),
})
export type Why = z.output<typeof Why>

export const Section = z.object({
  name: z.string(),
  title: z.string().optional(),
  bytes: z.int(),
  estimatedTokens: z.int(),
  source: z.string().optional(),
  sha256: z.string(),
  why: z.array(Why),
})
export type Section = z.output<typeof Section>

export const Dropped = z.object({ section: z.string(), what: z.string(), estimatedTokens: z.int(), why: Why })
export type Dropped = z.output<typeof Dropped>

export const Block = z.object({
  text: z.string(),
  estimatedTokens: z.int(),
  sections: z.array(Section),
  dropped: z.array(Dropped).describe('What the budget left out'),
  notices: z.array(z.string()),
})
export type Block = z.output<typeof Block>
