// The search parameters of the chat and conference screens. Unknown ones are dropped.

export interface ChatAddress {
  /** The open chat. */
  chat?: string
  /** The agent of a new chat. */
  agent?: string
}

export function chatSearch({ chat, agent }: { [key: string]: unknown }): ChatAddress {
  return {
    ...(typeof chat === 'string' && chat !== '' && { chat }),
    ...(typeof agent === 'string' && agent !== '' && { agent }),
  }
}
