import { byteOrder } from '../../transcripts/byte-order.ts'
import type { TurnFacts } from '../schema.ts'
import { turnKey } from '../workspace/refs.ts'
import type { ProjectDay } from './day.ts'

export interface ChangedFile {
  project_key: string
  path: string
  op: TurnFacts['files'][number]['op']
  added: number
  removed: number
  turns: number
}

/** One entry per file of a project: what became of it, and all lines that came and went; most changed first. */
export function changedFiles(projects: readonly ProjectDay[]): ChangedFile[] {
  return projects
    .flatMap(changedIn)
    .sort(
      (one, other) =>
        other.added + other.removed - (one.added + one.removed) ||
        byteOrder(one.project_key, other.project_key) ||
        byteOrder(one.path, other.path),
    )
}

function changedIn({ key, progress, facts }: ProjectDay): ChangedFile[] {
  const files = new Map<string, ChangedFile>()
  const turns = progress.turns.flatMap(turn => facts.get(turnKey(turn)) ?? [])
  for (const { files: changes } of turns.sort(
    (one, other) => Date.parse(one.trigger_at) - Date.parse(other.trigger_at),
  )) {
    for (const { path, op, added, removed } of changes) {
      const known = files.get(path)
      files.set(path, {
        project_key: key,
        path,
        op: known?.op === 'create' && op === 'edit' ? 'create' : op,
        added: (known?.added ?? 0) + added,
        removed: (known?.removed ?? 0) + removed,
        turns: (known?.turns ?? 0) + 1,
      })
    }
  }
  return [...files.values()]
}
