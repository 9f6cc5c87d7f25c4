import type { FileEdit } from '../../transcripts/event.ts'
import { fileEdits } from '../../transcripts/file-edits.ts'
import type { OutcomeCategory } from '../schema.ts'
import { artifactCategory } from './artifact.ts'
import { placeOf } from './project-path.ts'
import { success, type ToolRun } from './tool-runs.ts'

/** A change of one file that is known to have been made. */
export interface Edit {
  /** The call's place among the events. */
  at: number
  /** The same for the same file. */
  key: string
  path: string
  category: OutcomeCategory
  op: FileEdit['op']
  added: number
  removed: number
  lines: number[]
}

/** Only edits whose result is in the turn, and no failure, count. */
export function editsOf(runs: readonly ToolRun[], root: string | null): Edit[] {
  return runs.flatMap(run => {
    const result = success(run)
    if (!result) return []
    return fileEdits(run, result).map(({ path, op, added, removed }) => {
      const { key, shown, full } = placeOf(path, root)
      return { at: run.at, key, path: shown, category: artifactCategory(full), op, added, removed, lines: run.lines }
    })
  })
}
