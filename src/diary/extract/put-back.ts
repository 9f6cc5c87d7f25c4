import type { TurnFacts } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { commitsOf } from './commits.ts'
import { netOver } from './net-lines.ts'
import { placeOf } from './project-path.ts'
import type { PlacedCommand } from './repository.ts'
import { resolve } from './shell/folders.ts'
import { undoingOf } from './shell/writes.ts'
import type { Edit } from './turn-parts.ts'

/** Something that undid edits which were not committed. */
export interface PutBack {
  /** The call's place among the events. */
  at: number
  line: number
  /** The files and folders, as edits name them; null for all. */
  keys: ReadonlySet<string> | null
  /** It took away new files; otherwise it put back those that were there before. */
  isNew: boolean
  /** Nothing was committed before it in its turn. */
  isFirst: boolean
}

/** The commands of a turn by which edits were undone, as far as their output does not say otherwise. */
export function putBacksOf(calls: readonly PlacedCommand[][], root: string | null): PutBack[] {
  let isFirst = true
  return calls.flatMap(commands => {
    const found = commands.flatMap(({ run, program, args, folder, isOwn, command }, nth): PutBack[] => {
      const undoing = isOwn ? undoingOf(program, args) : null
      const before = commands[nth - 1]?.command.joiner
      // What may not have been reached, and what git refused, undid nothing.
      if (!undoing || before === '||' || !isDone(run.result, commands.length === 1, command.masked)) return []
      const { isNew } = undoing
      const keys = undoing.paths && keysOf(undoing.paths, folder, root)
      return [{ at: run.at, line: run.lines[0] ?? 0, keys: keys?.has('.') ? null : keys, isNew, isFirst }]
    })
    if (commitsOf([commands]).length > 0) isFirst = false
    return found
  })
}

function isDone(result: PlacedCommand['run']['result'], isAlone: boolean, isMasked: boolean): boolean {
  if (!result || result.interrupted || /^(?:error|fatal): |No such file/m.test(result.text)) return false
  return !(isAlone && !isMasked && result.error)
}

function keysOf(paths: readonly string[], folder: string | null, root: string | null): Set<string> {
  return new Set(
    paths.flatMap(path => {
      const full = resolve(folder, path)
      return full === null ? [] : [placeOf(full, root).key]
    }),
  )
}

/** What a turn changed and undid again. */
export interface Undone {
  /** The last call that undid an edit of the turn. */
  at: number
  line: number
  edits: Edit[]
}

/** The edits of a turn that are left, and those that it undid. */
export function standingEdits(
  edits: readonly Edit[],
  putBacks: readonly PutBack[],
  calls: readonly PlacedCommand[][],
): { edits: Edit[]; undone: Undone | null } {
  if (putBacks.length === 0) return { edits: [...edits], undone: null }
  const commits = calls.flatMap(commands => (commitsOf([commands]).length > 0 ? (commands[0]?.run.at ?? []) : []))
  const isCommitted = (from: number, to: number) => commits.some(at => at > from && at < to)
  const made = new Map(edits.filter(({ op }) => op === 'create').map(({ key, at }) => [key, at]))
  const undoneBy = ({ key, at }: Edit) =>
    putBacks.findLast(each => {
      const created = made.get(key)
      const isNew = created !== undefined && !isCommitted(created, each.at)
      return each.at > at && each.isNew === isNew && !isCommitted(at, each.at) && isNamed(key, each.keys)
    })
  const undoing = edits.map(undoneBy)
  const last = putBacks.findLast(each => undoing.includes(each))
  return {
    edits: edits.filter((_, nth) => !undoing[nth]),
    undone: last ? { at: last.at, line: last.line, edits: edits.filter((_, nth) => undoing[nth]) } : null,
  }
}

/** A turn's facts with what it undid. */
export interface UndoingTurn {
  facts: TurnFacts
  putBacks: readonly PutBack[]
}

/** The facts of a session's turns in order, without files that a later turn put back before anything was committed. */
export function withoutPutBack(turns: readonly UndoingTurn[]): TurnFacts[] {
  const left = turns.map(({ facts }) => ({ ...facts }))
  /** Files that no commit holds yet, with the turns that edited them. */
  const open = new Map<string, OpenFile>()
  for (const [nth, { putBacks }] of turns.entries()) {
    const facts = left[nth]
    if (!facts) continue
    for (const { keys, isNew, line } of putBacks.filter(({ isFirst }) => isFirst)) {
      for (const [path, file] of open) {
        if (file.isNew !== isNew || !isNamed(path, keys)) continue
        for (const each of file.editing) each.files = each.files.filter(own => own.path !== path)
        open.delete(path)
        facts.put_back = Math.max(line, facts.put_back ?? 0)
      }
    }
    for (const { path, op } of facts.files) {
      const known = open.get(path)
      open.set(path, { isNew: known?.isNew ?? op === 'create', editing: [...(known?.editing ?? []), facts] })
    }
    const committed = Math.max(0, ...facts.commits.map(({ lines }) => spanIn(lines)?.start ?? Number.MAX_SAFE_INTEGER))
    if (committed === 0) continue
    dropUnchanged(open)
    // What was edited after the commit is not in it.
    for (const { path, last_line } of facts.files) if ((last_line ?? 0) <= committed) open.delete(path)
    for (const [path, { editing }] of open) if (editing.at(-1) !== facts) open.delete(path)
  }
  dropUnchanged(open)
  return left
}

interface OpenFile {
  isNew: boolean
  editing: TurnFacts[]
}

/** A later turn may take back by an edit what an earlier one did; such a file is not changed. */
function dropUnchanged(open: ReadonlyMap<string, OpenFile>): void {
  for (const [path, { isNew, editing }] of open) {
    const edits = editing.flatMap(({ files }) => files.filter(file => file.path === path))
    if (isNew || edits.length < 2) continue
    const { net, added, removed } = netOver(edits)
    if (!net || added + removed > 0) continue
    for (const each of editing) each.files = each.files.filter(file => file.path !== path)
  }
}

/** Whether the file or a folder it is in is among those. */
function isNamed(key: string, keys: ReadonlySet<string> | null): boolean {
  if (keys === null) return true
  for (let at = key.length; at > 0; at = key.lastIndexOf('/', at - 1)) if (keys.has(key.slice(0, at))) return true
  return false
}
