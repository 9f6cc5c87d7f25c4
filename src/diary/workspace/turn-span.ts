import type { IndexRow } from '../schema.ts'
import type { DiarySettings } from '../settings.ts'
import { loadFacts } from './facts.ts'
import type { DiaryProject } from './project.ts'
import { turnKey } from './refs.ts'
import { withTranscript } from './transcript.ts'

/** The hash of a turn's lines: from the facts of prepare, else from the transcript copy itself. */
export async function turnSpanHash(
  settings: Pick<DiarySettings, 'cacheDir'>,
  project: DiaryProject,
  { session_ref, ...row }: IndexRow,
  turn: IndexRow['turns'][number],
): Promise<string> {
  const facts = await loadFacts(project)
  const known = facts.get(turnKey({ session_ref, turn_ref: turn.turn_ref }))
  if (known) return known.span_sha256
  return withTranscript(settings, project, { session_ref, ...row }, transcript =>
    transcript.spanHash(turn.turn_start_line, turn.turn_end_line),
  )
}
