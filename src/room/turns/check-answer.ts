import { validateReply } from '../evidence/validate-reply.ts'
import { accessRequests, type GroundingVerdict, treeForCheck } from '../evidence/verdict.ts'
import { readJsonAnswer } from '../protocol/read-reply.ts'
import { readStopHook } from '../protocol/rejection.ts'
import type { AnswerCheck } from '../protocol/turn-loop.ts'
import type { Room } from '../room.ts'
import type { Settings } from '../workspace/settings.ts'
import { schemaErrors } from './json-schema.ts'
import type { TurnSpec } from './turn.ts'

/** What the loop goes on with, and what the outcome keeps. */
export interface CheckedAnswer {
  answer: AnswerCheck
  verdict?: GroundingVerdict
  object?: { [key: string]: unknown }
  schemaErrors?: readonly string[]
  accessRequests?: readonly string[]
}

export async function checkAnswer(
  room: Room,
  spec: TurnSpec,
  settings: Settings,
  reply: string,
): Promise<CheckedAnswer> {
  return spec.kind === 'json' || spec.kind === 'tools+json'
    ? checkObject(spec, reply)
    : checkProse(room, spec, settings, reply)
}

async function checkObject({ answer }: TurnSpec, reply: string): Promise<CheckedAnswer> {
  const stop = readStopHook(reply)
  if (stop) return { answer: { status: 'stopped', stop } }
  const read = readJsonAnswer(reply)
  if ('problem' in read) return schemaMismatch([`$: ${read.problem}`])
  // The schema was checked before the turn began.
  const errors = schemaErrors((answer?.schema ?? {}) as { [keyword: string]: unknown }, read.object)
  const found = errors.length > 0 ? errors : ((await answer?.check?.(read.object)) ?? [])
  return found.length > 0 ? schemaMismatch(found) : { answer: { status: 'accepted' }, object: read.object }
}

function schemaMismatch(errors: readonly string[]): CheckedAnswer {
  const answer = { status: 'rejected' as const, reason: 'schema_invalid', detail: errors.join(', ') }
  return { answer, schemaErrors: errors }
}

async function checkProse(room: Room, spec: TurnSpec, { evidence }: Settings, reply: string): Promise<CheckedAnswer> {
  const { kind, agent } = spec
  const verdict = await validateReply({
    text: reply,
    kind: kind === 'phase2' || kind === 'step' ? kind : 'tools',
    role: agent.role,
    ...(agent.evidenceSources && { evidenceSources: agent.evidenceSources }),
    session: spec.sessionId,
    ...(spec.roundId !== undefined && { round: spec.roundId }),
    turn: spec.turnId,
    receipts: await room.audit.receiptsOf(spec.sessionId),
    snapshot: await treeForCheck(room.workspace.vfs, reply),
    audit: room.audit,
    settings: evidence,
  })
  const asked = verdict.kind === 'access' && verdict.status === 'accepted' && verdict.evidence
  return { answer: toAnswerCheck(verdict, reply), verdict, ...(asked && { accessRequests: accessRequests(asked) }) }
}

function toAnswerCheck({ status, reason, detail }: GroundingVerdict, reply: string): AnswerCheck {
  if (status === 'accepted' || status === 'abstained') return { status }
  const stop = readStopHook(reply)
  if (status === 'stopped' && stop) return { status, stop }
  return { status: 'rejected', reason: reason ?? 'format', ...(detail !== undefined && { detail }) }
}
