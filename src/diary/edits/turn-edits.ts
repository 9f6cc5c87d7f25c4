import type { CallInput, TurnEvent } from '../../transcripts/event.ts'
import { fileChanges } from '../../transcripts/file-edits.ts'
import { isObject, listAt, type TranscriptRecord, textAt } from '../../transcripts/record.ts'
import { commitsOf } from '../extract/commits.ts'
import { isTemporary, placeOf } from '../extract/project-path.ts'
import { placedCommands } from '../extract/repository.ts'
import { scriptOf } from '../extract/shell/commands.ts'
import { resolve } from '../extract/shell/folders.ts'
import { operands, optionOf } from '../extract/shell/programs.ts'
import { success, type ToolRun, toolRuns } from '../extract/tool-runs.ts'
import { changedByShell } from './changed-by-shell.ts'
import { tellingHashes } from './folded-line.ts'
import { writtenByShell } from './here-documents.ts'

/** What one call of a turn wrote into a file. */
export interface TurnEdit {
  /** Absolute where that is known. */
  path: string
  /** Of the transcript: the call. */
  line: number
  /** Hashes of the lines that came and went, as far as they say who wrote them; none where only the file is known. */
  added: number[]
  removed: number[]
}

/** A commit that a turn made in the project's repository. */
export interface MadeCommit {
  /** As git printed it; null where the output does not show it. */
  hash: string | null
  subject: string
  amends: boolean
  /** Of the transcript: the call and its result. */
  line: number
  endLine: number
}

export interface TurnEdits {
  edits: TurnEdit[]
  commits: MadeCommit[]
}

/** A call that writes more lines than these is known by its first ones. */
const mostLines = 4000

/** What a turn wrote, and the commits it made; calls that failed or were refused count for nothing. */
export function turnEdits(events: readonly TurnEvent[], root: string | null): TurnEdits {
  const runs = toolRuns(events)
  return { edits: runs.flatMap(run => editsOf(run, root)), commits: madeCommits(runs, root) }
}

function editsOf(run: ToolRun, root: string | null): TurnEdit[] {
  const result = success(run)
  if (!result) return []
  const folder = run.cwd ?? textAt(run.input, 'workdir') ?? root
  const script = run.family === 'shell' ? scriptOf(run.input) : null
  const changes = fileChanges(run, result).map(({ path, lines }) => ({ path, ...(lines ?? linesGiven(run.input)) }))
  const written = script?.includes('<<') ? writtenByShell(script) : []
  const touched = script === null ? [] : changedByShell(script, folder)
  return [
    ...changes,
    ...written.map(({ path, lines }) => ({ path, added: lines, removed: [] })),
    ...touched.map(path => ({ path, added: [], removed: [] })),
  ].flatMap(({ path, added, removed }) => {
    const full = resolve(folder, path) ?? path
    const { isInside } = placeOf(full, root)
    if (!isInside && isTemporary(full)) return []
    const edit = { added: tellingHashes(added, mostLines), removed: tellingHashes(removed, mostLines) }
    return [{ path: full, line: run.lines[0] ?? 0, ...edit }]
  })
}

/** What a call says of the text it writes, where its result does not show the lines. */
function linesGiven(input: CallInput): { added: string[]; removed: string[] } {
  const replacements = listAt(input, 'edits').filter(isObject)
  const parts = replacements.length > 0 ? replacements : [input]
  const added = parts.flatMap(part => linesAt(part, newKeys))
  const removed = parts.flatMap(part => linesAt(part, oldKeys))
  const [came, went] = [new Set(added), new Set(removed)]
  return { added: added.filter(line => !went.has(line)), removed: removed.filter(line => !came.has(line)) }
}

const newKeys = ['new_string', 'newString', 'new_str', 'newText', 'content', 'contents', 'code_edit', 'new_source']
const oldKeys = ['old_string', 'oldString', 'old_str', 'oldText']

function linesAt(part: TranscriptRecord, keys: readonly string[]): string[] {
  const text = keys.map(key => textAt(part, key)).find(each => each !== undefined)
  return text === undefined || text === '' ? [] : text.split('\n')
}

function madeCommits(runs: readonly ToolRun[], root: string | null): MadeCommit[] {
  return placedCommands(runs, root).flatMap((commands): MadeCommit[] => {
    const commit = commands.find(
      ({ program, args, isOwn }) => isOwn && program === 'git' && operands('git', args)[0] === 'commit',
    )
    if (!commit || commit.run.result?.error) return []
    const [line = 0] = commit.run.lines
    const place = { line, endLine: commit.run.lines.at(-1) ?? line }
    const printed = commitsOf([commands])
    if (printed.length > 0) return printed.map(({ hash, subject, amends }) => ({ hash, subject, amends, ...place }))
    const [subject = ''] = (optionOf(commit.args, '-m', '--message', '-am') ?? '').trim().split('\n')
    return [{ hash: null, subject, amends: commit.args.includes('--amend'), ...place }]
  })
}
