import { between } from './draft.ts'
import type { Block } from './schema.ts'

/** What is known, without the prompts: a chat that was not started with a block gets no instructions. */
const frame = ['intro', 'project']
const knowledge = ['state', 'open records', 'recent work', 'notes']

/** The sections of a block that remind a chat of its project; empty where nothing was written down yet. */
export function reminderOf({ text, sections }: Pick<Block, 'text' | 'sections'>): string {
  if (!sections.some(({ name }) => knowledge.includes(name))) return ''
  const bytes = Buffer.from(text)
  const texts: string[] = []
  let at = 0
  for (const section of sections) {
    if ([...frame, ...knowledge].includes(section.name)) texts.push(bytes.toString('utf8', at, at + section.bytes))
    at += section.bytes + between.length
  }
  return texts.join(between)
}
