import { roleNamed } from '../agents/roles.ts'
import type { Round, RoundTurn } from './schema.ts'

/** One thing the chat shows. Abstentions and skips show on cards only. */
export interface Message {
  kind: 'user' | 'system' | 'agent' | 'notice'
  roundId: string
  number: number
  turnId?: string
  agentId?: string
  name?: string
  role?: string
  content: string
  at: string
  verdict?: object
}

/** What people saw of a round, in order: the prompt, what phase 1 had to say, answers and notices. */
export function messagesOf(round: Round): Message[] {
  const { roundId, number, prompt, createdAt, phase1, turns } = round
  const here = { roundId, number }
  const gathering = isFailure(phase1.state)
    ? [
        {
          ...here,
          kind: 'system' as const,
          content: `[Phase 1] ${stopText(phase1.stopHook)}`,
          at: phase1.endedAt ?? createdAt,
        },
      ]
    : []
  return [
    { ...here, kind: 'user', content: prompt, at: createdAt },
    ...gathering,
    ...turns.flatMap(turn => {
      const message = messageOf(turn)
      return message ? [{ ...here, ...message }] : []
    }),
  ]
}

/** A round as Markdown: `**name (role)**`, then what was said. */
export function roundAsMarkdown(round: Round): string {
  return messagesOf(round).map(messageAsMarkdown).join('\n\n')
}

/** The visible stop of a turn. */
function stopText(stopHook: RoundTurn['stopHook']): string {
  if (!stopHook) return 'STOP_HOOK: error'
  const { type, code, detail } = stopHook
  if (code === null) return `STOP_HOOK: ${type}${detail ? `\n${detail}` : ''}`
  return `STOP_HOOK: ${type}\nReason: ${code}${detail ? ` (${detail})` : ''}`
}

function messageOf(turn: RoundTurn): Omit<Message, 'roundId' | 'number'> | undefined {
  const { turnId, agentId, name, role, startedAt, endedAt = startedAt, state, content = '', verdict, stopHook } = turn
  const who = { turnId, agentId, name, role, at: endedAt }
  if (state === 'accepted') return { ...who, kind: 'agent', content, ...(verdict && { verdict }) }
  return isFailure(state) ? { ...who, kind: 'notice', content: stopText(stopHook) } : undefined
}

function isFailure(state: RoundTurn['state']): boolean {
  return state === 'rejected' || state === 'stopped' || state === 'error'
}

function messageAsMarkdown({ kind, name = '', role = '', content }: Message): string {
  if (kind === 'system') return content
  return `${kind === 'user' ? '**User**' : `**${name} (${roleNamed(role).label})**`}\n\n${content}`
}
