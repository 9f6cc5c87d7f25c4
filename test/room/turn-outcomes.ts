import type { Agent } from '../../src/room/agents/registry.ts'
import type { EvidenceSpan, GroundingVerdict, RejectionReason } from '../../src/room/evidence/verdict.ts'
import { callRejected, groundingRequired, type RejectionCode } from '../../src/room/protocol/rejection.ts'
import type { ModelCall, ToolOutcome, TurnOutcome, TurnSpec } from '../../src/room/turns/turn.ts'

const at = '2026-03-01T12:00:00.000Z'

export function agentOf(id: string, more: Partial<Agent> = {}): Agent {
  return { id, name: id, role: 'critic', enabled: true, skills: [], goals: [], createdAt: at, updatedAt: at, ...more }
}

let turns = 0

/** A chat turn of the critic, unless said otherwise. */
export function specOf(more: Partial<TurnSpec> = {}): TurnSpec {
  const turnId = `turn_${String(++turns).padStart(16, '0')}`
  return {
    kind: 'tools',
    surface: 'chat',
    sessionId: 'chat_00112233445566aa',
    turnId,
    agent: agentOf('critic'),
    message: 'Look.',
    ...more,
  }
}

/** An accepted turn that ran nothing, unless said otherwise. */
export function outcomeOf(more: Partial<TurnOutcome> = {}): TurnOutcome {
  return {
    state: 'accepted',
    content: '',
    receipts: [],
    results: [],
    accessRequests: [],
    budget: { steps_used: 0, steps_max: 6, bytes_used: 0, bytes_max: 16_000, chars_used: 0, source: 'fallback' },
    modelCalls: [],
    retries: [],
    aliases: [],
    provider: 'scripted',
    model: 'm1',
    waitedMs: 0,
    startedAt: at,
    endedAt: at,
    ...more,
  }
}

export function rejectedReply(reason: RejectionReason, detail?: string): TurnOutcome {
  return outcomeOf({ state: 'rejected', ...groundingRequired(reason, detail) })
}

export function rejectedCall(code: RejectionCode): TurnOutcome {
  return outcomeOf({ state: 'rejected', ...callRejected({ code, detail: 'x' }) })
}

export function callOf(more: Partial<ModelCall> = {}): ModelCall {
  return {
    for: 'final',
    prompt: { sha256: '', bytes: 10 },
    reply: { sha256: '', bytes: 5 },
    usage: null,
    schema: null,
    ...more,
  }
}

export function resultOf(more: Partial<ToolOutcome> = {}): ToolOutcome {
  return {
    receiptId: 'rcpt_000000000001',
    toolId: 'file_reader',
    args: {},
    ok: true,
    text: '',
    spans: [],
    wholeFiles: [],
    ...more,
  }
}

function spanOf(match: EvidenceSpan['match']): EvidenceSpan {
  return { path: 'a.md', start_line: 1, end_line: 1, start_byte: 0, end_byte: 9, sha256: '', quote: 'x', match }
}

export function acceptedVerdict(
  kind: NonNullable<GroundingVerdict['kind']>,
  more: Partial<GroundingVerdict> = {},
): GroundingVerdict {
  return { status: 'accepted', kind, spans: [], receipts: [], warnings: [], ...more }
}

type Locations = NonNullable<GroundingVerdict['evidence']>['locations']

/** A content claim: with places or without, with a match that is exact or not. */
export function contentVerdict(
  match: EvidenceSpan['match'],
  places: readonly Locations[number]['type'][],
): GroundingVerdict {
  const locations = places.map(type => ({ type, start: 1, end: 1, source: 0 }))
  const evidence = {
    raw: '',
    kind: 'content' as const,
    receipts: [],
    sources: [],
    locations,
    quotes: [],
    terms: [],
    issues: [],
    scope: null,
    access: false,
  }
  return acceptedVerdict('content', { evidence, spans: [spanOf(match)] })
}
