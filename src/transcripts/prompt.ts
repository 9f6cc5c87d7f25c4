import type { Prompt } from './reader.ts'

/** Commands to the agent itself do not count as work. */
export function promptOf(session: string | undefined, at: number | undefined, text: string | undefined): Prompt | null {
  const isWork = text !== undefined && text.trim() !== '' && !text.startsWith('/')
  return session && at && isWork ? { session, at } : null
}
