import { z } from 'zod'
import { readArguments } from '../protocol/arguments.ts'
import { isMap, strictObject } from '../protocol/strict-json.ts'
import type { Tool } from '../tools/tool.ts'

export const PromptId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)

/** What a prompt says; each layer may say some of it. */
export const promptTexts = {
  tool_id: z.string().regex(/^[a-z0-9][a-z0-9_]{0,79}$/),
  name: z.string().trim().min(1).max(80),
  archetype: z.string().max(80),
  scope: z.string().max(80),
  usageNotes: z.string().max(2000),
  goals: z.string().max(2000),
  guardrails: z.string().max(2000),
  prompt: z.string().trim().min(1).max(4000),
  example: z.string().max(4000),
}
// Object.keys forgets that the keys of this object are all there are.
export const promptFields = Object.keys(promptTexts) as readonly (keyof typeof promptTexts)[]
export type PromptField = keyof typeof promptTexts

/** An entry of one layer. Keys that other programs wrote are kept. */
export const PromptEntry = z.looseObject({
  id: PromptId,
  ...z.object(promptTexts).partial().shape,
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
})
export type PromptEntry = z.output<typeof PromptEntry>

export const PromptFile = z.looseObject({ version: z.literal(1), prompts: z.array(PromptEntry) })
export type PromptFile = z.output<typeof PromptFile>

/** Under which name a call would ask for it. */
export function runtimeId({ id, tool_id }: Pick<PromptEntry, 'id' | 'tool_id'>): string {
  return tool_id ?? id.replaceAll('-', '_')
}

/** One strict envelope for this tool, with the placeholder and, where the tool is known, arguments it takes. */
export function isGoodExample(example: string, toolId: string, tool: Tool | undefined): boolean {
  const read = strictObject(example)
  if ('problem' in read) return false
  const { object } = read
  const args = object.get('args')
  if (object.size !== 3 || object.get('tool') !== toolId || object.get('nonce') !== '<TOOL_NONCE>') return false
  if (!isMap(args)) return false
  return !tool || 'args' in readArguments(tool, args)
}
