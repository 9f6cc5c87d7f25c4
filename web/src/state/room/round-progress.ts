/** What is told of a conference, as far as this page reads it. */
export interface ToldEvent {
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

/** A tool that ran in a turn, or runs. */
export interface ToolRun {
  toolId: string
  receiptId?: string
  ok?: boolean
}

/** How far a turn is that has not ended, in counts only. */
export interface TurnProgress {
  turnId: string
  agentId: string
  /** Its place in the queue while it waits. */
  position?: number
  step?: string
  bytes?: number
  /** Why it is tried once more. */
  retry?: string
  tools: readonly ToolRun[]
}

/** What the events of a conference add to its records. */
export interface Told {
  seq: number
  /** By round, in the order in which they ran. */
  tools: { readonly [roundId: string]: readonly ToolRun[] }
  /** The turn that runs or waits. */
  turn?: TurnProgress
}

export const nothingTold: Told = { seq: 0, tools: {} }

/** The state after one more event; one that was told before changes nothing. */
export function toldWith(told: Told, event: ToldEvent): Told {
  if (event.seq <= told.seq) return told
  const next = { ...told, seq: event.seq }
  if (ends.test(event.type)) return without(next)
  const tools = event.roundId === undefined ? next.tools : { ...next.tools, ...roundTools(next, event.roundId, event) }
  const turn = turnWith(next.turn, event)
  return { ...next, tools, ...(turn && { turn }) }
}

/** The same for one turn that is watched alone. */
export function turnWith(before: TurnProgress | undefined, event: Omit<ToldEvent, 'seq'>): TurnProgress | undefined {
  const { type, turnId, agentId, position, sub, bytes, reason } = event
  if (turnId === undefined || agentId === undefined || !/^(turn|tool)\./.test(type)) return before
  const turn = before?.turnId === turnId ? before : { turnId, agentId, tools: [] }
  if (type === 'turn.queued' && position !== undefined) return { ...turn, position }
  if (type === 'turn.started') return started(turn)
  if (type === 'turn.progress') return { ...started(turn), ...(sub && { step: sub }), ...(bytes && { bytes }) }
  if (type === 'turn.retry') return { ...turn, ...(reason && { retry: reason }) }
  if (type.startsWith('tool.')) return { ...turn, tools: toolsWith(turn.tools, event) }
  return turn
}

const ends =
  /^(turn\.(accepted|abstained|skipped|rejected|stopped|error)|phase\.finished|round\.(closed|cancelled|interrupted))$/

function without({ turn: _turn, ...told }: Told): Told {
  return told
}

function started({ position: _position, ...turn }: TurnProgress): TurnProgress {
  return turn
}

function roundTools({ tools }: Told, roundId: string, event: ToldEvent): Told['tools'] {
  return event.type.startsWith('tool.') ? { [roundId]: toolsWith(tools[roundId] ?? [], event) } : {}
}

function toolsWith(tools: readonly ToolRun[], event: Omit<ToldEvent, 'seq'>): readonly ToolRun[] {
  const { type, toolId = '', receiptId, ok } = event
  if (type === 'tool.started') return [...tools, { toolId }]
  const ran = { toolId, ...(receiptId !== undefined && { receiptId }), ...(ok !== undefined && { ok }) }
  const at = tools.findIndex(tool => tool.toolId === toolId && tool.receiptId === undefined)
  return at < 0 ? [...tools, ran] : tools.with(at, ran)
}
