import { z } from 'zod'
import { formatInstant } from '../../kernel/instants.ts'
import { notFound, roomFault } from '../faults.ts'
import type { RoomBase } from '../room-base.ts'
import { mergeGiven } from '../store/merge-given.ts'
import { toolOf } from '../tools/registry.ts'
import type { MergedPrompt } from './merge-prompts.ts'
import { isGoodExample, PromptEntry, PromptId, promptTexts, runtimeId } from './prompt-entry.ts'
import { mergedPrompts, projectPrompts } from './registry.ts'

const { name, prompt, example, ...others } = promptTexts

export const NewPrompt = z.strictObject({ id: PromptId, name, prompt, example, ...z.object(others).partial().shape })
export type NewPrompt = z.output<typeof NewPrompt>

/** What may change: only what is given does, and null takes it back. */
export const PromptChange = z.strictObject({
  id: PromptId,
  tool_id: others.tool_id.nullable().optional(),
  name: name.nullable().optional(),
  archetype: others.archetype.nullable().optional(),
  scope: others.scope.nullable().optional(),
  usageNotes: others.usageNotes.nullable().optional(),
  goals: others.goals.nullable().optional(),
  guardrails: others.guardrails.nullable().optional(),
  prompt: prompt.nullable().optional(),
  example: example.nullable().optional(),
})
export type PromptChange = z.output<typeof PromptChange>

type Parts = Pick<RoomBase, 'control' | 'home' | 'clock'>

export async function promptNamed(room: Parts, id: string): Promise<MergedPrompt> {
  const found = (await mergedPrompts(room)).prompts.find(each => each.id === id)
  if (!found) throw notFound('prompt', { promptId: id })
  return found
}

export async function createPrompt(room: Parts, given: NewPrompt): Promise<MergedPrompt> {
  const { id } = given
  const { prompts } = await mergedPrompts(room)
  if (prompts.some(each => each.id === id)) throw roomFault('prompt_exists', { promptId: id })
  const at = formatInstant(room.clock())
  await projectPrompts(room).change(file => {
    if (file.prompts.some(each => each.id === id)) throw roomFault('prompt_exists', { promptId: id })
    const entry = checked(mergeGiven({}, { ...given, createdAt: at, updatedAt: at }))
    return { next: { ...file, prompts: [...file.prompts, entry] }, result: undefined }
  })
  return promptNamed(room, id)
}

/** Writes over what was shipped without touching it; a prompt that nobody has cannot be changed. */
export async function changePrompt(room: Parts, { id, ...given }: PromptChange): Promise<MergedPrompt> {
  await promptNamed(room, id)
  const at = formatInstant(room.clock())
  await projectPrompts(room).change(file => {
    const before = file.prompts.find(each => each.id === id)
    const entry = checked({ ...mergeGiven(before ?? { id, createdAt: at }, given), updatedAt: at })
    const prompts = before ? file.prompts.map(each => (each === before ? entry : each)) : [...file.prompts, entry]
    return { next: { ...file, prompts }, result: undefined }
  })
  return promptNamed(room, id)
}

export function removePrompt(room: Parts, id: string): Promise<void> {
  return projectPrompts(room).change(file => {
    const prompts = file.prompts.filter(each => each.id !== id)
    if (prompts.length === file.prompts.length) throw notFound('prompt', { promptId: id })
    return { next: { ...file, prompts }, result: undefined }
  })
}

function checked(given: object): PromptEntry {
  const entry = PromptEntry.parse(given)
  const toolId = toolOf(entry.id.replaceAll('-', '_'))?.id ?? runtimeId(entry)
  if (entry.example !== undefined && !isGoodExample(entry.example, toolId, toolOf(toolId)))
    throw roomFault('bad_example')
  return entry
}
