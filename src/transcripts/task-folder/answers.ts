import { instantOf } from '../materialized/line.ts'
import { isObject, listAt, type TranscriptRecord, textAt, wordsAt } from '../record.ts'

/** What a tool gave back to the model. */
interface Answer {
  /** The command or the files the call was about. */
  about: readonly string[]
  text: string
}

interface AnswerMessage {
  /** Its place in the conversation with the model. */
  index: number
  at: number | null
  answers: Answer[]
}

/** What the tools of a task gave back, from the conversation with the model, which the shown messages leave out. */
export class Answers {
  readonly #messages: AnswerMessage[]
  readonly #taken = new Set<Answer>()

  constructor(conversation: readonly unknown[]) {
    const calls = new Map<string, readonly string[]>()
    this.#messages = conversation.flatMap((message, index) => {
      if (!isObject(message)) return []
      for (const block of listAt(message, 'content').filter(isObject)) {
        const id = block.type === 'tool_use' ? textAt(block, 'id') : undefined
        if (id !== undefined) calls.set(id, subjectsOf(block.input))
      }
      if (message.role !== 'user') return []
      return [{ index, at: instantOf(message.ts), answers: answersIn(message, calls) }]
    })
  }

  /** The answer to what a shown message asked for, each once; null where the conversation does not have it. */
  take(shown: TranscriptRecord, subject: string): string | null {
    const after = this.#messages.find(message => isAfter(message, shown))
    const answer = after?.answers.find(each => !this.#taken.has(each) && each.about.some(one => isSame(one, subject)))
    if (!answer) return null
    this.#taken.add(answer)
    return answer.text
  }
}

/** A shown message knows how long the conversation was, or at least when it was shown. */
function isAfter({ index, at }: AnswerMessage, shown: TranscriptRecord): boolean {
  const length = shown.conversationHistoryIndex
  if (typeof length === 'number') return index > length
  const time = instantOf(shown.ts)
  return at !== null && time !== null && at >= time
}

/** The model may have named a file by its whole path. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map(name => name.trim().replaceAll('\\', '/')) as [string, string]
  return a === b || (b !== '' && a.endsWith(`/${b}`)) || (a !== '' && b.endsWith(`/${a}`))
}

function subjectsOf(input: unknown): string[] {
  if (!isObject(input)) return []
  const names = ['command', 'path', 'absolutePath', 'file_path'].flatMap(key => wordsAt(input, key) ?? [])
  const files = ['files', 'args'].flatMap(key => listAt(input, key)).filter(isObject)
  return [...names, ...files.flatMap(file => wordsAt(file, 'path') ?? [])]
}

/** Results are blocks of their own, or texts that begin with the name of the tool. */
function answersIn(message: TranscriptRecord, calls: ReadonlyMap<string, readonly string[]>): Answer[] {
  const blocks = listAt(message, 'content').filter(isObject)
  return blocks.flatMap((block, at): Answer[] => {
    if (block.type === 'tool_result') {
      const about = calls.get(textAt(block, 'tool_use_id') ?? '') ?? []
      const text = textIn(block.content)
      const named = readHeading(text)
      return [named ? { about: [...about, named.subject], text: named.rest } : { about, text }]
    }
    const named = readHeading(textAt(block, 'text') ?? '')
    if (!named) return []
    const rest = named.rest.trim() === '' ? (textAt(blocks[at + 1], 'text') ?? '') : named.rest
    return [{ about: [named.subject], text: rest }]
  })
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = Array.isArray(content) ? content.filter(isObject).flatMap(part => textAt(part, 'text') ?? []) : []
  return texts.join('\n')
}

const heading = "'] Result:"

/** `[execute_command for 'npm test'] Result:` and what follows. */
function readHeading(text: string): { subject: string; rest: string } | null {
  const start = text.startsWith('[') ? text.indexOf(" for '") : -1
  const end = start < 0 ? -1 : text.indexOf(heading, start)
  if (end < 0) return null
  return { subject: text.slice(start + " for '".length, end), rest: text.slice(end + heading.length).trimStart() }
}
