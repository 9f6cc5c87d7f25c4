import type { ChatMessage, ChatModel, ChatRequest } from '../../../models/chat.ts'
import type { Problem } from '../../rejection.ts'

interface ModelTask {
  system: string
  user: string
  schema: NonNullable<ChatRequest['schema']>
  /** Hands the answer in; what is wrong with it is sent to the model. */
  submit(answer: unknown): Promise<Problem[]>
}

/** What a task has used up so far. */
export interface Spent {
  input: number
  output: number
  /** The service said how much for every answer. */
  known: boolean
  /** Turns that got their built-in chain. */
  fallbacks: number
}

const maxRounds = 3
const longestAnswer = 8000

/** Asks until the answer is accepted, three times at most; each time the model is sent what was wrong. */
export async function askUntilAccepted(
  model: ChatModel,
  { system, user, schema, submit }: ModelTask,
  spent: Spent,
  signal: AbortSignal,
): Promise<boolean> {
  const messages: ChatMessage[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  for (let round = 1; round <= maxRounds; round++) {
    const reply = await model.chat({ messages, schema, maxOutputTokens: longestAnswer, temperature: 0, signal })
    spent.input += reply.usage?.input ?? 0
    spent.output += reply.usage?.output ?? 0
    spent.known &&= reply.usage !== null
    const answer = jsonIn(reply.text)
    const problems = answer === undefined ? [noJson] : await submit(answer)
    if (problems.length === 0) return true
    messages.push({ role: 'assistant', content: reply.text }, { role: 'user', content: correction(problems) })
  }
  return false
}

const noJson: Problem = {
  path: 'answer',
  message: 'the answer is not one JSON object',
  hint: 'answer with the object alone, without any words around it',
}

/** The first whole JSON object of a text: models like to wrap it in words or fences. */
export function jsonIn(text: string): object | undefined {
  for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start + 1)) {
    const end = closingBrace(text, start)
    if (end === undefined) return undefined
    try {
      return JSON.parse(text.slice(start, end + 1))
    } catch {
      // A brace in the words before the object.
    }
  }
  return undefined
}

function closingBrace(text: string, start: number): number | undefined {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at]
    if (quoted && character === '\\') at++
    else if (character === '"') quoted = !quoted
    else if (!quoted && character === '{') depth++
    else if (!quoted && character === '}' && --depth === 0) return at
  }
  return undefined
}

function correction(problems: readonly Problem[]): string {
  const named = problems.map(({ path, message, hint }) => `- ${path}: ${message} (${hint})`)
  return `The answer was not accepted:\n${named.join('\n')}\nCorrect these and answer with the whole object again. Invent nothing to get it through.`
}
