import { sha256 } from '../../files/sha256.ts'
import { byteOrder } from '../../kernel/byte-order.ts'
import { type DayWindow, isIn } from '../dates/window.ts'
import type { SessionPlace, SessionProject } from '../repositories/identify.ts'
import type { IndexRow } from '../schema.ts'
import type { ProjectIdentity } from '../workspace/project-key.ts'
import { refOf } from '../workspace/refs.ts'
import { type Coverage, coverageOf, type EarlierCopy } from './coverage.ts'
import type { Included } from './decide-turns.ts'
import type { IndexedTranscript } from './index/transcript-row.ts'

/** A day's project, as it will be in the workspace. */
export interface PlannedProject {
  identity: ProjectIdentity
  /** Refs of its sessions and work items that were forgotten. */
  forgottenRefs: readonly string[]
  sessions: PlannedSession[]
}

export interface PlannedSession {
  row: IndexRow
  transcript: IndexedTranscript
  identity: ProjectIdentity
  root: string | null
  /** Indexes of the selected turns among the transcript's. */
  turns: number[]
  coverage: Coverage
  /** What the day had of the transcript before, where it was prepared before. */
  earlier: EarlierCopy | null
  warnings: string[]
}

/** Selects the turns of a window, groups them by project and gives everything its ref. */
export function planDay(
  included: readonly Included[],
  window: DayWindow,
  projectsOf: (sessions: SessionPlace[]) => SessionProject[],
  earlier: ReadonlyMap<string, EarlierCopy> = new Map(),
  forgottenRefs: (project_key: string) => readonly string[] = () => [],
): PlannedProject[] {
  // All sessions are asked about, not only those of the day: what one of them says is true of the others.
  const found = projectsOf(included.map(placeOf))
  const projects = new Map<string, { identity: ProjectIdentity; chosen: Chosen[] }>()
  for (const [index, each] of included.entries()) {
    const turns = each.ownership.turns.filter(turn => isIn(window, each.transcript.turns[turn]?.at))
    const own = found[index]
    if (turns.length === 0 || !own) continue
    const { identity, root } = own
    const project = projects.get(identity.project_key) ?? { identity, chosen: [] }
    projects.set(identity.project_key, project)
    project.chosen.push({ ...each, root, turns })
  }
  return [...projects.values()]
    .sort((a, b) => byteOrder(a.identity.project_key, b.identity.project_key))
    .map(({ identity, chosen }) => {
      const refs = forgottenRefs(identity.project_key)
      return { identity, forgottenRefs: refs, sessions: sessionsOf(chosen, identity, earlier, refs) }
    })
}

export function placeOf({ transcript, root }: Included): SessionPlace {
  const { source, sessionId, folders, repository } = transcript
  return { source, source_session_id: sessionId, root, folders, repository }
}

interface Chosen extends Included {
  turns: number[]
}

function sessionsOf(
  chosen: Chosen[],
  identity: ProjectIdentity,
  earlier: ReadonlyMap<string, EarlierCopy>,
  forgottenRefs: readonly string[],
): PlannedSession[] {
  const taken = new Set<string>()
  const refs = freeRefs(chosen.length, forgottenRefs)
  return chosen
    .sort((a, b) => byteOrder(a.transcript.key, b.transcript.key))
    .map(one => ({ ...one, path: pathOf(one, taken) }))
    .sort(
      (a, b) =>
        byteOrder(a.transcript.source, b.transcript.source) ||
        byteOrder(a.transcript.sessionId, b.transcript.sessionId) ||
        byteOrder(a.path, b.path),
    )
    .map(({ transcript, ownership, root, turns, path }, index) => ({
      row: rowOf(refs[index] ?? '', transcript, path, turns),
      transcript,
      identity,
      root,
      turns,
      coverage: coverageOf(transcript, turns, ownership.turns),
      earlier: earlier.get(transcript.key) ?? null,
      warnings: warningsOf(transcript, ownership.suffix !== null, turns),
    }))
}

/** So many refs, without those of forgotten sessions: what cited one of these must not come to mean another. */
function freeRefs(count: number, forgotten: readonly string[]): string[] {
  const refs: string[] = []
  for (let number = 1; refs.length < count; number++) {
    const ref = refOf('S', number)
    if (!forgotten.includes(ref)) refs.push(ref)
  }
  return refs
}

function rowOf(session_ref: string, transcript: IndexedTranscript, path: string, chosen: readonly number[]): IndexRow {
  const turns = chosen.flatMap(index => transcript.turns[index] ?? [])
  return {
    session_ref,
    source: transcript.source,
    source_session_id: transcript.sessionId.toWellFormed(),
    session_path: path,
    target_start_line: turns[0]?.startLine ?? 1,
    target_end_line: turns.at(-1)?.endLine ?? 1,
    turns: turns.map(({ startLine, endLine }, index) => ({
      turn_ref: refOf('T', index + 1),
      turn_start_line: startLine,
      turn_end_line: endLine,
    })),
  }
}

/** Where the copy is: under its own file name, with a suffix where another has that name already. */
function pathOf({ transcript, ownership }: Chosen, taken: Set<string>): string {
  const { source, name, key } = transcript
  const stem =
    name
      .replace(/\.jsonl$/, '')
      .replace(unsafe, '_')
      .slice(0, 180) || 'session'
  const plain = `sessions/${source}/${stem}${ownership.suffix ?? ''}.jsonl`
  // File systems that ignore case would put two sessions into one file.
  const path = taken.has(plain.toLowerCase()) ? `sessions/${source}/${stem}~${sha256(key).slice(0, 8)}.jsonl` : plain
  taken.add(path.toLowerCase())
  return path
}

const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cs}]/gu

function warningsOf(transcript: IndexedTranscript, isDuplicate: boolean, turns: readonly number[]): string[] {
  const approximate = turns.some(index => (transcript.turns[index]?.timeBasis ?? 'own') !== 'own')
  const warnings = new Set<string>(transcript.warnings)
  if (isDuplicate) warnings.add('duplicate-session-id')
  if (approximate) warnings.add('approximate-time')
  if (transcript.archived) warnings.add('from-archive')
  return [...warnings].sort()
}
