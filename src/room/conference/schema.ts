import { z } from 'zod'
import { StopHook, TurnState, Verdict } from '../schema.ts'

export const roundStates = [
  'created',
  'phase1',
  'phase2',
  'closing',
  'closed',
  'canceling',
  'cancelled',
  'interrupted',
] as const
export type RoundState = (typeof roundStates)[number]

const next: { readonly [from in RoundState]: readonly RoundState[] } = {
  created: ['phase1', 'closing', 'canceling', 'interrupted'],
  phase1: ['phase2', 'canceling', 'interrupted'],
  phase2: ['closing', 'canceling', 'interrupted'],
  closing: ['closed', 'canceling'],
  closed: [],
  canceling: ['cancelled'],
  cancelled: [],
  interrupted: ['created', 'phase1', 'phase2', 'canceling'],
}

export function mayMove(from: RoundState, to: RoundState): boolean {
  return next[from].includes(to)
}

export function isOver(state: RoundState): boolean {
  return next[state].length === 0
}

export const agendaLimit = 500

export const Attendee = z.looseObject({ agentId: z.string(), muted: z.boolean(), invitedAt: z.string() })
export type Attendee = z.output<typeof Attendee>

/** `conference.json` */
export const Conference = z.looseObject({
  v: z.literal(1),
  id: z.string(),
  projectId: z.string(),
  agenda: z.string(),
  state: z.enum(['open', 'closed']),
  chiefId: z.string(),
  attendees: z.array(Attendee),
  roundCount: z.int().min(0),
  activeRoundId: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Conference = z.output<typeof Conference>

export const StopHookShape = StopHook.omit({ details: true }).loose()

const sized = z.looseObject({ sha256: z.string(), bytes: z.int() })

/** What the journal keeps of a turn beside its result: sizes, hashes and codes, and a refused text to be shown as such. */
export const TurnJournal = z.looseObject({
  provider: z.string(),
  model: z.string(),
  modelCalls: z.array(
    z.looseObject({ for: z.string(), prompt: sized, reply: sized.nullable(), schema: z.string().nullable() }),
  ),
  retries: z.array(z.string()),
  budget: z.looseObject({ steps_used: z.int(), steps_max: z.int(), bytes_used: z.int(), bytes_max: z.int() }),
  waitedMs: z.number(),
  rejectedText: z.string().optional(),
})
export type TurnJournal = z.output<typeof TurnJournal>

/** The verdict as the check gave it; what is read of it here is checked, the rest is kept. */
const VerdictShape = Verdict.pick({ status: true, reason: true, detail: true }).loose()

export const RoundTurn = z.looseObject({
  turnId: z.string(),
  agentId: z.string(),
  /** As it was called in this round, whatever becomes of the agent. */
  name: z.string(),
  role: z.string(),
  state: TurnState,
  content: z.string().optional(),
  verdict: VerdictShape.optional(),
  stopHook: StopHookShape.optional(),
  attempts: z.int().min(0),
  startedAt: z.string(),
  endedAt: z.string().optional(),
  journal: TurnJournal.optional(),
})
export type RoundTurn = z.output<typeof RoundTurn>

const Phase1 = z.looseObject({
  turnId: z.string(),
  state: TurnState,
  receiptIds: z.array(z.string()),
  note: z.string().optional(),
  stopHook: StopHookShape.optional(),
  startedAt: z.string().optional(),
  endedAt: z.string().optional(),
  /** Ids of turns that were interrupted before they had a result. */
  earlier: z.array(z.string()).optional(),
  journal: TurnJournal.optional(),
})

/** `rounds/<n>.json` */
export const Round = z.looseObject({
  v: z.literal(1),
  roundId: z.string(),
  number: z.int().min(1),
  drive: z.enum(['server', 'client']),
  state: z.enum(roundStates),
  /** The state in which an interrupted round goes on. */
  interruptedIn: z.enum(roundStates).optional(),
  chiefId: z.string(),
  prompt: z.string(),
  toolPolicy: z
    .looseObject({ allowedTools: z.array(z.string()).optional(), requireTool: z.boolean().optional() })
    .optional(),
  phase1: Phase1,
  turns: z.array(RoundTurn),
  accessRequests: z.array(z.string()),
  issueId: z.int().optional(),
  linked: z.int().optional(),
  resumeCount: z.int().min(0),
  /** The program ended in good order in the middle of it, which does not count as an interruption. */
  putAside: z.boolean().optional(),
  idempotencyKey: z.string().optional(),
  createdAt: z.string(),
  /** When the last turn had ended and closing began; everything archived has this time. */
  endedAt: z.string().optional(),
  closedAt: z.string().optional(),
})
export type Round = z.output<typeof Round>

/** One line of `events.jsonl`. */
export const ConferenceEvent = z.looseObject({
  seq: z.int().min(1),
  ts: z.string(),
  type: z.string(),
  conferenceId: z.string(),
  roundId: z.string().optional(),
  turnId: z.string().optional(),
  agentId: z.string().optional(),
})
export type ConferenceEvent = z.output<typeof ConferenceEvent>
