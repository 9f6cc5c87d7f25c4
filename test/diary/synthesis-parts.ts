import type { z } from 'zod'
import { type Chain, TurnFacts } from '../../src/diary/schema.ts'
import { redact } from '../../src/evidence/secrets.ts'
import { nothingHappened } from './build-workspace.ts'

export interface TurnParts {
  session?: string
  turn: string
  at?: string
  text?: string
  type?: Chain['trigger']['type']
  materiality?: Chain['materiality']
  outcomes?: Array<[category: Chain['outcomes'][number]['category'], summary: string, lines?: string]>
  terminal?: Chain['terminal_state']['type']
  reactions?: string[]
  facts?: Partial<GivenFacts>
}

/** As a test gives them; what it leaves out has its default. */
type GivenFacts = z.input<typeof TurnFacts>

/** A turn as the extractor and prepare would leave it, for tests of what is made from it. */
export function turnWith(parts: TurnParts) {
  const {
    session = 'S0001',
    turn,
    at = '2026-05-12T09:00:00Z',
    text = 'Do it.',
    type = 'explicit_user_message',
  } = parts
  const { materiality = 'material', outcomes = [], terminal = 'material_result', reactions = [] } = parts
  const asked = [{ lines: '1-1' }]
  const chain: Chain = {
    turn_ref: turn,
    trigger: {
      type,
      summary: `User asked: “${redact(text)}”`,
      quoted_messages: [{ text, citations: asked }],
      citations: asked,
    },
    agent_reactions: reactions.map(summary => ({ summary, citations: [{ lines: '2-2' }] })),
    outcomes: outcomes.map(([category, summary, lines = '2-3']) => ({ category, summary, citations: [{ lines }] })),
    observed_checks: [],
    terminal_state: { type: terminal, summary: `Ended as ${terminal}.`, citations: [{ lines: '3-3' }] },
    materiality,
  }
  return { ref: { session_ref: session, turn_ref: turn }, chain, facts: factsWith(session, turn, at, parts.facts) }
}

function factsWith(session_ref: string, turn_ref: string, at: string, parts: Partial<GivenFacts> = {}): TurnFacts {
  return TurnFacts.parse({
    session_ref,
    turn_ref,
    source: 'claude-code',
    trigger_at: at,
    last_at: at,
    ...nothingHappened,
    lines: 3,
    bytes: 300,
    span_sha256: '0'.repeat(64),
    ...parts,
  })
}

export function edited(...paths: string[]): GivenFacts['files'] {
  return paths.map(path => ({ path, op: 'edit', added: 2, removed: 1 }))
}

export function ran(kind: TurnFacts['checks'][number]['kind'], verdict: TurnFacts['checks'][number]['verdict']) {
  return { kind, verdict, passed: null, failed: null }
}
