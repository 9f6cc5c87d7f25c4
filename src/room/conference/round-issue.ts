import type { Receipt } from '../../receipts/receipt.ts'
import { issueLimits } from '../issues/schema.ts'
import type { NewIssue } from '../issues/store.ts'
import { cutTo } from '../text/cut.ts'
import type { Round, RoundTurn } from './schema.ts'
import { roundAsMarkdown } from './transcript.ts'

export function roundTitle(conferenceId: string, number: number): string {
  return `Conference ${conferenceId} — Turn ${number}`
}

/** The issue that archives a round; there is one per round, whoever asks for it and how often. */
export function issueOfRound(
  conferenceId: string,
  round: Round,
  receipts: readonly Receipt[],
  tags: readonly string[],
): NewIssue {
  return {
    title: roundTitle(conferenceId, round.number),
    body: bodyOf(conferenceId, round, receipts),
    openedBy: 'conference',
    tags: ['conference-transcript', `round-${round.number}`, ...tags],
    priority: 'normal',
    status: 'closed',
    sourceKey: `${roundSource}${round.roundId}`,
    conferenceId,
  }
}

const roundSource = 'round:'

function bodyOf(conferenceId: string, round: Round, receipts: readonly Receipt[]): string {
  const { roundId, number, createdAt, endedAt = createdAt, phase1 } = round
  const gathering = phase1.state === 'rejected' ? [`Phase 1: ${reasonOf(phase1)}`] : []
  const about = [
    `Session: ${conferenceId}`,
    `Round: ${number} (${roundId})`,
    `Began: ${createdAt}`,
    `Ended: ${endedAt}`,
    `Receipts: ${listed(receipts.map(({ receipt_id, tool_id }) => `${receipt_id} (${tool_id})`))}`,
    `Abstained: ${listed(namesOf(round, 'abstained'))}`,
    `Muted: ${listed(namesOf(round, 'skipped'))}`,
    `Rejected: ${listed([...gathering, ...withReasons(round, 'rejected')])}`,
    ...['stopped' as const, 'error' as const].flatMap(state => {
      const failed = withReasons(round, state)
      return failed.length === 0 ? [] : [`${state === 'error' ? 'Failed' : 'Stopped'}: ${listed(failed)}`]
    }),
  ]
  return cutTo(`${about.join('\n')}\n\n${roundAsMarkdown(round)}\n`, issueLimits.body)
}

function namesOf({ turns }: Round, state: RoundTurn['state']): string[] {
  return turns.filter(turn => turn.state === state).map(({ name }) => name)
}

function withReasons({ turns }: Round, state: RoundTurn['state']): string[] {
  return turns.filter(turn => turn.state === state).map(turn => `${turn.name}: ${reasonOf(turn)}`)
}

/** A code; what an agent wrote about its stop stands in the transcript. */
function reasonOf({ stopHook }: Pick<RoundTurn, 'stopHook'>): string {
  return stopHook?.code ?? stopHook?.type ?? 'unknown'
}

function listed(items: readonly string[]): string {
  return items.length === 0 ? 'none' : items.join(', ')
}
