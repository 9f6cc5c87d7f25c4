/** An event of a conference, with the fields this page reads. */
export interface ConferenceEvent {
  seq: number
  type: string
  roundId?: string
  turnId?: string
  agentId?: string
  kind?: string
  sub?: string
  bytes?: number
  position?: number
  toolId?: string
  receiptId?: string
  ok?: boolean
  reason?: string
}

/** A tool that ran or is running in a turn. */
export interface ToolRun {
  toolId: string
  receiptId?: string
  ok?: boolean
}

/** The progress of an unfinished turn, in counts only. */
export interface TurnProgress {
  turnId: string
  agentId: string
  /** Its place in the queue while it waits. */
  position?: number
  step?: string
  bytes?: number
  /** Why it is retried. */
  retry?: string
  tools: readonly ToolRun[]
}

/** The live state of a conference, which its records do not have. */
export interface ConferenceProgress {
  seq: number
  /** By round, in the order in which they ran. */
  tools: { readonly [roundId: string]: readonly ToolRun[] }
  /** The turn that runs or waits. */
  turn?: TurnProgress
}

export const noProgress: ConferenceProgress = { seq: 0, tools: {} }

/** The state after one more event; an event received before changes nothing. */
export function withEvent(progress: ConferenceProgress, event: ConferenceEvent): ConferenceProgress {
  if (event.seq <= progress.seq) return progress
  const next = { ...progress, seq: event.seq }
  if (ends.test(event.type)) return without(next)
  const tools = event.roundId === undefined ? next.tools : { ...next.tools, ...roundTools(next, event.roundId, event) }
  const turn = turnWith(next.turn, event)
  return { ...next, tools, ...(turn && { turn }) }
}

/** The same for a single turn. */
export function turnWith(
  before: TurnProgress | undefined,
  event: Omit<ConferenceEvent, 'seq'>,
): TurnProgress | undefined {
  const { type, turnId, agentId, position, sub, bytes, reason } = event
  if (turnId === undefined || agentId === undefined || !/^(turn|tool)\./.test(type)) return before
  const turn = before?.turnId === turnId ? before : { turnId, agentId, tools: [] }
  if (type === 'turn.queued' && position !== undefined) return { ...turn, position }
  if (type === 'turn.started') return leaveQueue(turn)
  if (type === 'turn.progress') return { ...leaveQueue(turn), ...(sub && { step: sub }), ...(bytes && { bytes }) }
  if (type === 'turn.retry') return { ...turn, ...(reason && { retry: reason }) }
  if (type.startsWith('tool.')) return { ...turn, tools: toolsWith(turn.tools, event) }
  return turn
}

const ends =
  /^(turn\.(accepted|abstained|skipped|rejected|stopped|error)|phase\.finished|round\.(closed|cancelled|interrupted))$/

function without({ turn: _turn, ...progress }: ConferenceProgress): ConferenceProgress {
  return progress
}

function leaveQueue({ position: _position, ...turn }: TurnProgress): TurnProgress {
  return turn
}

function roundTools(
  { tools }: ConferenceProgress,
  roundId: string,
  event: ConferenceEvent,
): ConferenceProgress['tools'] {
  return event.type.startsWith('tool.') ? { [roundId]: toolsWith(tools[roundId] ?? [], event) } : {}
}

function toolsWith(tools: readonly ToolRun[], event: Omit<ConferenceEvent, 'seq'>): readonly ToolRun[] {
  const { type, toolId = '', receiptId, ok } = event
  if (type === 'tool.started') return [...tools, { toolId }]
  const ran = { toolId, ...(receiptId !== undefined && { receiptId }), ...(ok !== undefined && { ok }) }
  const at = tools.findIndex(tool => tool.toolId === toolId && tool.receiptId === undefined)
  return at < 0 ? [...tools, ran] : tools.with(at, ran)
}
