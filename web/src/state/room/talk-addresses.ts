// What may stand after the "?" of the screens where people talk with agents. Anything else is left out.

export interface ChatAddress {
  /** A chat that is gone on with. */
  chat?: string
  /** Whom a new chat is with. */
  agent?: string
}

export function chatSearch({ chat, agent }: { [key: string]: unknown }): ChatAddress {
  return {
    ...(typeof chat === 'string' && chat !== '' && { chat }),
    ...(typeof agent === 'string' && agent !== '' && { agent }),
  }
}
