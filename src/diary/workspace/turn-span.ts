import type { DiarySettings } from '../settings.ts'
import { loadFacts } from './facts.ts'
import type { DiaryProject, IndexedTurn } from './project.ts'
import { turnKey } from './refs.ts'
import { withTranscript } from './transcript.ts'

export type SpanHash = (turn: IndexedTurn) => Promise<string>

/** The hash of a turn's lines: from the facts of prepare, else from the transcript copy itself. */
export function spanHashes(settings: Pick<DiarySettings, 'cacheDir'>, project: DiaryProject): SpanHash {
  let facts: ReturnType<typeof loadFacts> | undefined
  return async turn => {
    facts ??= loadFacts(project)
    const known = (await facts).get(turnKey(turn))
    if (known) return known.span_sha256
    return withTranscript(settings, project, turn.row, transcript => transcript.spanHash(turn.start, turn.end))
  }
}
