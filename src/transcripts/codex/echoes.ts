import { createHash } from 'node:crypto'
import type { UserRecord } from './user-text.ts'

/** The event follows the message it repeats at once. */
const longestDelay = 100
const longestText = 200
const maxOpen = 64

interface Message {
  line: number
  at: number
  text: string
  hasImage: boolean
}

export interface EchoState {
  /** The messages no event has repeated yet, since the agent last did something. */
  open: Message[]
}

/** Distinguishes a user's message from its own repetition (transcripts.md §4.3). */
export class Echoes {
  #open: Message[]

  constructor(state?: EchoState) {
    this.#open = [...(state?.open ?? [])]
  }

  get state(): EchoState {
    return { open: [...this.#open] }
  }

  message(line: number, at: number, { text, hasImage }: UserRecord): void {
    if (this.#open.length === maxOpen) this.#open.shift()
    this.#open.push({ line, at, text: shorten(text), hasImage })
  }

  /** The line of the message that an event or item repeats, or null when it is a message of its own. */
  match(line: number, at: number | null, user: UserRecord): number | null {
    const text = shorten(user.text)
    const index = this.#open.findLastIndex(message => message.text === text)
    const message = this.#open[index]
    if (!message) return null
    if (user.mark === 'E' && !isEvent(message, line, at, user)) return null
    this.#open.splice(index, 1)
    return message.line
  }

  /** After the agent has done something, nothing repeats what came before. */
  agent(): void {
    if (this.#open.length > 0) this.#open = []
  }
}

function isEvent(message: Message, line: number, at: number | null, event: UserRecord): boolean {
  if (line !== message.line + 1 || at === null) return false
  const delay = at - message.at
  return delay >= 0 && delay <= longestDelay && (event.hasImage || !message.hasImage)
}

/** Long texts are compared by their hash, so that little is kept. */
function shorten(text: string): string {
  return text.length <= longestText
    ? text
    : `${text.length} ${createHash('sha256').update(text, 'utf16le').digest('hex')}`
}
