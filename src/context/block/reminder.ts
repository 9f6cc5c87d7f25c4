import { between, tokensIn } from './draft.ts'
import type { Block } from './schema.ts'

/** What is known, without the prompts: a chat that was not started with a block gets no instructions. */
const frame = ['intro', 'project']
const written = ['state', 'notes']
const lists = ['open records', 'recent work']

/** What comes in place of the rest. */
const cutMarks: { readonly [section: string]: string } = {
  state: ' … (cut: context_build gives all of it)',
  notes: ' … (cut: context_build gives all of it)',
  'open records': '\n- … and more (list_records shows all)',
}

/**
 * The sections of a block that remind a chat of its project, within so many tokens as estimated; empty where nothing was written down
 * yet. What people wrote may take three quarters where not everything fits, and is cut at a word; lists lose their last lines.
 */
export function reminderOf({ text, sections }: Pick<Block, 'text' | 'sections'>, maxTokens: number): string {
  const texts = textsOf(text, sections)
  if (![...written, ...lists].some(name => texts.has(name))) return ''
  const whole = [...texts.values()].join(between)
  if (tokensIn(whole) <= maxTokens) return whole
  const fitted = new Map<string, string>()
  let left = maxTokens
  const take = (name: string, most: number) => {
    const part = cutToTokens(name, texts.get(name) ?? '', most)
    if (part === '') return
    fitted.set(name, part)
    left -= tokensIn(`${part}${between}`)
  }
  for (const name of frame) take(name, left)
  const ofLists = lists.reduce((sum, name) => sum + tokensIn(`${texts.get(name) ?? ''}${between}`), 0)
  const forLists = Math.min(ofLists, Math.ceil(left / 4))
  for (const name of written) take(name, left - forLists)
  for (const name of lists) take(name, left)
  return [...texts.keys()].flatMap(name => fitted.get(name) ?? []).join(between)
}

/** The texts of the sections that are shown, by name, in the order of the block. */
function textsOf(text: string, sections: Block['sections']): Map<string, string> {
  const bytes = Buffer.from(text)
  const texts = new Map<string, string>()
  let at = 0
  for (const { name, bytes: length } of sections) {
    if ([...frame, ...written, ...lists].includes(name)) texts.set(name, bytes.toString('utf8', at, at + length))
    at += length + between.length
  }
  return texts
}

/** As much of a section as fits with what separates it from the next; nothing where that would be its heading only. */
function cutToTokens(name: string, text: string, most: number): string {
  if (tokensIn(`${text}${between}`) <= most) return text
  const mark = cutMarks[name] ?? ''
  const beginning = firstTokens(text, most - tokensIn(`${mark}${between}`))
  const end = Math.max(beginning.lastIndexOf('\n'), lists.includes(name) ? -1 : beginning.lastIndexOf(' '))
  const kept = beginning.slice(0, Math.max(0, end)).trimEnd()
  return kept.includes('\n') ? `${kept}${mark}` : ''
}

function firstTokens(text: string, most: number): string {
  let cost = 0
  let end = 0
  for (const character of text) {
    cost += character < '\u0080' ? 0.25 : 1
    if (cost > most) break
    end += character.length
  }
  return text.slice(0, end)
}
