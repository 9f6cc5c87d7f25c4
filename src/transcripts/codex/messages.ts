import { createHash } from 'node:crypto'
import type { TurnBuilder } from '../turns.ts'
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
  /** What was given to the model in the user's name and no event has repeated: it may not be the user's. */
  doubtful: boolean
  hasEvent: boolean
  hasItem: boolean
}

export interface MessageState {
  /** Since the agent last did something. */
  open: Message[]
  /** Whether the client writes what a person typed as events too. */
  hasEvents: boolean
}

/** Distinguishes a user's message from its own repetition, and from what only has the user's name. */
export class Messages {
  readonly #turns: TurnBuilder
  #open: Message[]
  #hasEvents: boolean

  constructor(turns: TurnBuilder, state?: MessageState) {
    this.#turns = turns
    this.#open = (state?.open ?? []).map(message => ({ ...message }))
    this.#hasEvents = state?.hasEvents ?? false
  }

  get state(): MessageState {
    return { open: this.#open.map(message => ({ ...message })), hasEvents: this.#hasEvents }
  }

  /** A message that is no repetition. */
  add(line: number, at: number, { mark, text, hasImage }: UserRecord): void {
    if (this.#open.length === maxOpen) this.#decide(this.#open.splice(0, 1))
    const doubtful = mark === 'R'
    if (!doubtful) this.#eventCame()
    this.#open.push({
      line,
      at,
      text: shorten(text),
      hasImage,
      doubtful,
      hasEvent: mark === 'E',
      hasItem: mark === 'I',
    })
  }

  /** Whether an event or item repeats a message; then the message is certain. */
  repeats(line: number, at: number | null, user: UserRecord): boolean {
    const text = shorten(user.text)
    const message =
      user.mark === 'E'
        ? this.#open.findLast(one => one.text === text && !one.hasEvent && isEvent(one, line, at, user))
        : this.#open.findLast(one => one.text === text && !one.hasItem)
    if (!message) return false
    if (user.mark === 'E') message.hasEvent = true
    else message.hasItem = true
    if (message.doubtful) this.#turns.confirm(message.line)
    message.doubtful = false
    this.#turns.echo(message.line, line)
    this.#eventCame()
    return true
  }

  /** After the agent has done something, nothing repeats what came before. */
  agent(): void {
    if (this.#open.length > 0) this.#decide(this.#open.splice(0))
  }

  /** The file ends here. */
  close(): void {
    this.agent()
  }

  /** What came before without an event of its own is not what a person typed. */
  #eventCame(): void {
    this.#hasEvents = true
    this.#decide(this.#open.filter(({ doubtful }) => doubtful))
    this.#open = this.#open.filter(({ doubtful }) => !doubtful)
  }

  #decide(messages: readonly Message[]): void {
    for (const { line, doubtful } of messages) {
      if (!doubtful) continue
      if (this.#hasEvents) this.#turns.refuse(line)
      else this.#turns.confirm(line)
    }
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
