import { hostname } from 'node:os'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { deleteFrom, insertInto, selectFrom, updateIn } from '../../db/table-statements.ts'
import type { EvidenceRow, TurnRow } from '../../db/tables.ts'
import type { Verdict } from '../schema.ts'
import type { TurnSpec } from './turn.ts'

type NewTurn = Omit<TurnRow, 'state' | 'cancel_asked' | 'ended' | 'host' | 'pid'>

const insert = insertInto(
  'room_turns',
  ['project_id', 'turn_id', 'session_id', 'agent_id', 'kind', 'surface', 'host', 'pid', 'begun'],
  { on: ['project_id', 'turn_id'] },
)
const named = selectFrom('room_turns', { where: ['project_id', 'turn_id'] })
const openIn = selectFrom('room_turns', { where: ['project_id'], isNull: ['ended'], orderBy: ['begun', 'turn_id'] })
const lastOf = statement((q, a: { project: string; agent: string; count: number }) =>
  q
    .selectFrom('room_turns')
    .select('state')
    .where('project_id', '=', a.project)
    .where('agent_id', '=', a.agent)
    .where('state', 'in', ['accepted', 'abstained', 'stopped', 'rejected'])
    .orderBy('ended', 'desc')
    .orderBy('turn_id')
    .limit(a.count),
)
const anyOf = selectFrom('room_turns', { columns: ['turn_id'], where: ['project_id', 'session_id'], limit: 1 })
const finish = updateIn('room_turns', ['state', 'ended'], ['project_id', 'turn_id'], ['ended'])
const remove = deleteFrom('room_turns', ['project_id', 'turn_id'])
const askToEnd = updateIn('room_turns', ['cancel_asked'], ['project_id', 'turn_id'], ['ended'])
const putEvidence = insertInto(
  'room_evidence',
  [
    ...(['project_id', 'session_id', 'turn_id', 'n', 'path', 'start_line', 'end_line'] as const),
    ...(['start_byte', 'end_byte', 'sha256', 'quote', 'receipt_ids'] as const),
  ],
  { on: ['project_id', 'session_id', 'turn_id', 'n'] },
)

/** False when the project has a turn of this id already. */
export async function claimTurn(tx: Tx, turn: NewTurn): Promise<boolean> {
  return (await tx.run(insert, { ...turn, host: hostname(), pid: process.pid })) > 0
}

/** Of a turn that never queued. */
export async function deleteTurn(tx: Tx, project: string, turnId: string): Promise<void> {
  await tx.run(remove, { project_id: project, turn_id: turnId })
}

export function findTurn(tx: Tx, project: string, turnId: string): Promise<TurnRow | undefined> {
  return tx.first(named, { project_id: project, turn_id: turnId })
}

/** Turns of a project that have not ended, oldest first. */
export function openTurnsOfProject(tx: Tx, project: string): Promise<TurnRow[]> {
  return tx.all(openIn, { project_id: project })
}

/** How the latest turns of an agent that got an answer ended, the last one first. */
export async function lastAnswers(tx: Tx, project: string, agent: string, count: number): Promise<(string | null)[]> {
  return (await tx.all(lastOf, { project, agent, count })).map(({ state }) => state)
}

/** Whether a turn was ever asked for in this session. */
export async function hasTurns(tx: Tx, project: string, session: string): Promise<boolean> {
  return (await tx.first(anyOf, { project_id: project, session_id: session })) !== undefined
}

export async function endTurn(tx: Tx, project: string, turnId: string, state: string, at: string): Promise<void> {
  await tx.run(finish, { project_id: project, turn_id: turnId, state, ended: at })
}

/** Whether there was still something to end. */
export async function requestCancel(tx: Tx, project: string, turnId: string, at: string): Promise<boolean> {
  return (await tx.run(askToEnd, { project_id: project, turn_id: turnId, cancel_asked: at })) > 0
}

/** The places an accepted reply rests on, as the evidence all parts share. */
export function evidenceRows(
  project: string,
  { sessionId, turnId }: Pick<TurnSpec, 'sessionId' | 'turnId'>,
  { status, spans, receipts }: Pick<Verdict, 'status' | 'spans' | 'receipts'>,
): EvidenceRow[] {
  if (status !== 'accepted') return []
  return spans.map(({ match: _, ...span }, n) => ({
    ...span,
    project_id: project,
    session_id: sessionId,
    turn_id: turnId,
    n,
    receipt_ids: JSON.stringify(receipts),
  }))
}

export async function insertEvidence(tx: Tx, rows: readonly EvidenceRow[]): Promise<void> {
  for (const row of rows) await tx.run(putEvidence, row)
}

interface AcceptedTurn {
  agentId: string
  /** At least one place in a file that supports the reply. */
  hasEvidence: boolean
}

const evidence = selectFrom('room_evidence', {
  columns: ['n'],
  where: ['project_id', 'session_id', 'turn_id'],
  limit: 1,
})

/** The turn of this id; undefined unless it was accepted. A raw turn never is: it is not checked. */
export async function acceptedTurn(tx: Tx, project: string, turnId: string): Promise<AcceptedTurn | undefined> {
  const turn = await findTurn(tx, project, turnId)
  if (turn?.state !== 'accepted' || turn.kind === 'raw') return undefined
  const found = await tx.first(evidence, { project_id: project, turn_id: turnId, session_id: turn.session_id })
  return { agentId: turn.agent_id, hasEvidence: found !== undefined }
}
