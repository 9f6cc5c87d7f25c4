import { z } from 'zod'
import { roomCommand, roomQuery } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { PageInput, pageOf } from '../page.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { PromptView } from '../schema.ts'
import { mergeGiven, optionalOrNull } from '../store/json-store.ts'
import { toolOf } from '../tools/registry.ts'
import type { MergedPrompt } from './merge-prompts.ts'
import { isGoodExample, PromptEntry, PromptId, promptTexts, runtimeId } from './prompt-entry.ts'
import { mergedPrompts, projectPrompts } from './registry.ts'

const { name, prompt, example, ...others } = promptTexts

const NewPrompt = z.strictObject({ id: PromptId, name, prompt, example, ...z.object(others).partial().shape })

/** What may change: only what is given does, and null takes it back. */
const PromptChange = z.strictObject({ id: PromptId, ...optionalOrNull(promptTexts) })

export const roomPromptList = roomQuery({
  name: 'room_prompt_list',
  summary: 'How every tool is described to models: each text, where it is from, and what is odd about it.',
  routes: ['GET /api/prompts'],
  input: z.strictObject(PageInput),
  output: z.object({
    prompts: z.array(PromptView),
    warnings: z.array(z.string()),
    nextCursor: z.string().nullable(),
  }),
  async run(page, { room }) {
    const { prompts, warnings } = await mergedPrompts(room)
    const { items, nextCursor } = pageOf(prompts, ({ id }) => id, page)
    return { prompts: items, warnings, nextCursor }
  },
})

export const roomPromptShow = roomQuery({
  name: 'room_prompt_show',
  summary: 'How one tool is described to models.',
  routes: ['GET /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: PromptView,
  run: async ({ id }, { room }) => promptNamed(room, id),
})

export const roomPromptCreate = roomCommand({
  name: 'room_prompt_create',
  summary: 'Add a prompt to this project. Without a tool of its name it stays out of the catalog.',
  effect: 'append',
  access: 'admin',
  routes: ['POST /api/prompts'],
  input: NewPrompt,
  output: PromptView,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    const { id } = given
    const { prompts } = await mergedPrompts(room)
    if (prompts.some(each => each.id === id)) throw roomFault('prompt_exists', { promptId: id })
    const at = instant(room)
    await projectPrompts(room).change(file => {
      if (file.prompts.some(each => each.id === id)) throw roomFault('prompt_exists', { promptId: id })
      const entry = checkEntry(mergeGiven({}, { ...given, createdAt: at, updatedAt: at }))
      return { next: { ...file, prompts: [...file.prompts, entry] }, result: undefined }
    })
    return promptNamed(room, id)
  },
})

export const roomPromptUpdate = roomCommand({
  name: 'room_prompt_update',
  summary: 'Say in this project what is given of a prompt otherwise; null takes that back.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  routes: ['PUT /api/prompts/{id}'],
  input: PromptChange,
  output: PromptView,
  async run({ id, ...given }, { room }) {
    // Only a prompt that exists can be changed; what was shipped stays as it is.
    await promptNamed(room, id)
    const at = instant(room)
    await projectPrompts(room).change(file => {
      const before = file.prompts.find(each => each.id === id)
      const entry = checkEntry({ ...mergeGiven(before ?? { id, createdAt: at }, given), updatedAt: at })
      const prompts = before ? file.prompts.map(each => (each === before ? entry : each)) : [...file.prompts, entry]
      return { next: { ...file, prompts }, result: undefined }
    })
    return promptNamed(room, id)
  },
})

export const roomPromptRemove = roomCommand({
  name: 'room_prompt_remove',
  summary: 'Take back what this project says of a prompt; what was shipped counts again.',
  effect: 'destroy',
  access: 'admin',
  routes: ['DELETE /api/prompts/{id}'],
  input: z.strictObject({ id: PromptId }),
  output: z.object({ removed: z.literal(true) }),
  async run({ id }, { room }) {
    await projectPrompts(room).change(file => {
      const prompts = file.prompts.filter(each => each.id !== id)
      if (prompts.length === file.prompts.length) throw notFound('prompt', { promptId: id })
      return { next: { ...file, prompts }, result: undefined }
    })
    return { removed: true } as const
  },
})

async function promptNamed(room: Room, id: string): Promise<MergedPrompt> {
  const found = (await mergedPrompts(room)).prompts.find(each => each.id === id)
  if (!found) throw notFound('prompt', { promptId: id })
  return found
}

function checkEntry(given: object): PromptEntry {
  const entry = PromptEntry.parse(given)
  const toolId = toolOf(entry.id.replaceAll('-', '_'))?.id ?? runtimeId(entry)
  if (entry.example !== undefined && !isGoodExample(entry.example, toolId, toolOf(toolId)))
    throw roomFault('bad_example')
  return entry
}
