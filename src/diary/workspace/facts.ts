import { join } from 'node:path'
import { jsonIn } from '../../kernel/json.ts'
import { TurnFacts } from '../schema.ts'
import type { ReadSettings } from '../settings.ts'
import { checkOnce, readText } from './json-file.ts'
import type { DiaryProject, IndexedTurn } from './project.ts'
import { turnKey } from './refs.ts'
import { withTranscript } from './transcript.ts'

/**
 * The facts of a project's turns by turn, or of one session's. They help and are never needed: lines that do not fit are
 * passed over.
 */
export async function loadFacts(
  { folder }: Pick<DiaryProject, 'folder'>,
  sessionRef = '',
): Promise<Map<string, TurnFacts>> {
  const text = await readText(join(folder, 'turn-facts.jsonl'))
  if (typeof text !== 'string') return new Map()
  if (sessionRef === '') return new Map(checkedFacts(text).map(facts => [turnKey(facts), facts]))
  // A line that does not even hold the ref need not be parsed.
  const lines = text.split('\n').filter(line => line.includes(sessionRef))
  return new Map(factsIn(lines).map(facts => [turnKey(facts), facts]))
}

const checkedFacts = checkOnce(text => factsIn(text.split('\n')))

function factsIn(lines: readonly string[]): TurnFacts[] {
  return lines.flatMap(line => TurnFacts.safeParse(jsonIn(line)).data ?? [])
}

export type SpanHash = (turn: IndexedTurn) => Promise<string>

/** The hash of a turn's lines: from the facts of prepare, else from the transcript copy itself. */
export function spanHashes(settings: ReadSettings, project: DiaryProject): SpanHash {
  let facts: ReturnType<typeof loadFacts> | undefined
  return async turn => {
    facts ??= loadFacts(project)
    const known = (await facts).get(turnKey(turn))
    if (known) return known.span_sha256
    return withTranscript(settings, project, turn.row, transcript => transcript.spanHash(turn.start, turn.end))
  }
}
