import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { findTurn } from './turn-rows.ts'

export interface AcceptedTurn {
  agentId: string
  /** At least one place in a file that the reply stands on. */
  hasEvidence: boolean
}

const evidence = statement((q, a: { project: string; turn: string; session: string }) =>
  q
    .selectFrom('room_evidence')
    .select('n')
    .where('project_id', '=', a.project)
    .where('session_id', '=', a.session)
    .where('turn_id', '=', a.turn)
    .limit(1),
)

/** What a turn of this id brought; undefined unless it was accepted. A raw turn never was: nobody checked it. */
export async function acceptedTurn(tx: Tx, project: string, turnId: string): Promise<AcceptedTurn | undefined> {
  const turn = await findTurn(tx, project, turnId)
  if (turn?.state !== 'accepted' || turn.kind === 'raw') return undefined
  const found = await tx.first(evidence, { project, turn: turnId, session: turn.session_id })
  return { agentId: turn.agent_id, hasEvidence: found !== undefined }
}
