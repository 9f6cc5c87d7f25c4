/** What happened in a turn, in line order, the same words for every agent. Several events may be on one line. */
export type TurnEvent =
  | { kind: 'user'; line: number; text: string }
  | { kind: 'text'; line: number; text: string }
  | CallEvent
  | ResultEvent
  | { kind: 'interrupt'; line: number }
  | { kind: 'api_error'; line: number }
  | { kind: 'pr'; line: number; number: number }
  /** The user's own command in the agent's shell. */
  | { kind: 'shell_note'; line: number; text: string }
  /** The client's announcement that something in the background has ended, with the call that began it. */
  | { kind: 'notice'; line: number; call: string | null; text: string }
  | { kind: 'malformed'; line: number }
  | { kind: 'context'; line: number }

export interface CallEvent extends BySubagent {
  kind: 'call'
  line: number
  id: string | null
  name: string
  input: CallInput
  /** The folder the agent worked in, where its log says so. */
  cwd?: string
}

/** Who made a call, where it was not the session's own agent. */
interface BySubagent {
  subagent?: string
  /** The call that started the sub-agent, where that is known. */
  startedBy?: string
}

export type CallInput = { [key: string]: unknown }

export interface ResultEvent extends BySubagent {
  kind: 'result'
  line: number
  /** The call it answers. */
  id: string | null
  text: string
  exit: number | null
  error: boolean
  interrupted: boolean
  denied: boolean
  /** By what later calls ask for the command, where it goes on running. */
  running?: string | undefined
  /** The agent's own structured account of the result, where its log has one; read leniently, never relied on. */
  detail?: unknown
}

const toolFamilies = [
  'read',
  'search',
  'web',
  'plan',
  'edit',
  'shell',
  'delegate',
  'ask',
  'skill',
  'mcp',
  'other',
] as const
export type ToolFamily = (typeof toolFamilies)[number]

export interface FileEdit {
  path: string
  op: 'create' | 'edit' | 'delete'
  added: number
  removed: number
}

/** An edit with the lines that came and went; null where the transcript does not hold them. */
export interface FileChange extends FileEdit {
  lines: { added: string[]; removed: string[] } | null
}

export interface TokenUsage {
  input: number
  output: number
  cache_read: number
  cache_write: number
  reasoning: number
}

export const noTokens: TokenUsage = { input: 0, output: 0, cache_read: 0, cache_write: 0, reasoning: 0 }

export function sumTokens(a: TokenUsage, b: TokenUsage): TokenUsage {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cache_read: a.cache_read + b.cache_read,
    cache_write: a.cache_write + b.cache_write,
    reasoning: a.reasoning + b.reasoning,
  }
}

/** What a client noted that a reply cost. */
export interface NotedReply {
  tokens: TokenUsage | null
  costUsd: number | null
}

/** What the client noted for all of them; null where it knew no price of one that used tokens, or noted nothing. */
export function notedCost(replies: Iterable<NotedReply>): number | null {
  let total: number | null = null
  for (const { tokens, costUsd } of replies) {
    const isUsed = tokens !== null && Object.values(tokens).some(count => count > 0)
    if (isUsed && !costUsd) return null
    if (costUsd !== null) total = (total ?? 0) + costUsd
  }
  return total
}

/** What one reply of a model used. */
export interface ReplyUsage {
  /** The same for every copy of the reply. */
  id: string
  /** Milliseconds; null where its row has no time. */
  at: number | null
  model: string | null
  tokens: TokenUsage
  /** Of what was written to the cache, what is kept for an hour. */
  cacheWrite1h: number
  /** Asked for at the higher price of a quick answer. */
  isFast: boolean
  /** Its last row was written while the reply was still coming, so that its output is larger than recorded. */
  isCutShort: boolean
  /** The sub-agent it was for. */
  subagent: string | null
}
