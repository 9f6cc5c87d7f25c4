import type { ReadSettings } from '../settings.ts'
import { type SpanHash, spanHashes } from './facts.ts'
import type { DiaryProject, IndexedTurn } from './project.ts'
import { withTranscript } from './transcript.ts'

/** One turn to be read, as it is assigned to an agent. */
export type Assignment = {
  project_key: string
  session_ref: string
  turn_ref: string
  start_line: number
  end_line: number
  span_sha256: string
  /** Lines whose content compact mode does not extract. */
  full_lines: number[]
}

export async function assignmentOf(
  settings: ReadSettings,
  project: DiaryProject,
  turn: IndexedTurn,
  hashOf: SpanHash = spanHashes(settings, project),
): Promise<Assignment> {
  const { row, session_ref, turn_ref, start, end } = turn
  const trigger = await withTranscript(settings, project, row, async transcript => transcript.compact(start, start))
  return {
    project_key: project.key,
    session_ref,
    turn_ref,
    start_line: start,
    end_line: end,
    span_sha256: await hashOf(turn),
    // A message typed while the agent was working is in a record whose content compact mode does not show.
    full_lines: trigger.filter(({ content_kinds }) => content_kinds.length === 0).map(({ line }) => line),
  }
}
