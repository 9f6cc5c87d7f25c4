import { homedir } from 'node:os'
import { isAbsolute, join, posix, relative, sep } from 'node:path'
import { z } from 'zod'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { RecordRow } from '../../db/tables.ts'
import { findCheckout } from '../../files/git-checkout.ts'
import { globMatcher } from '../../files/glob.ts'
import { text } from '../../kernel/text.ts'
import { isOwner } from '../../projects/roles.ts'
import { projectOperation } from '../context.ts'
import { findByProject } from '../find.ts'
import { recordId } from '../record-id.ts'
import { ProjectRef, RecordRef } from '../schema.ts'
import type { State } from '../states.ts'
import { supersededSeqs } from '../supersession.ts'

export const decisionsFor = projectOperation({
  name: 'decisions_for',
  summary: 'The current records that govern files. Ask before you edit them.',
  effect: 'read',
  access: 'reader',
  input: z.strictObject({
    files: z
      .array(text({ max: 1024, oneLine: true }))
      .min(1)
      .max(50)
      .describe('Relative to the project')
      .meta({ examples: [['src/db/sqlite.ts']] }),
    project_id: ProjectRef.optional(),
  }),
  output: z.object({
    decisions: z.array(
      RecordRef.pick({ id: true, type: true, title: true, summary: true, state: true, modified: true }).extend({
        affects: z.array(z.string()),
        files: z.array(z.string()),
        supersedes: z.array(z.string()).optional(),
      }),
    ),
    project_id: z.string(),
  }),
  find: findByProject,
  async run({ files }, { db, call, project }) {
    // Where folders are on this machine is the owner's business.
    const place = isOwner(call) ? placeOf(project.project_path, call.folder) : undefined
    const named = new Map(files.map(file => [fileInProject(file, place), file]))
    return db.read(async tx => {
      const found = await recordsGoverning(
        tx,
        project.id,
        [...named.keys()].filter(path => path !== undefined),
      )
      const decisions = []
      for (const { seq, state, files: paths, ...rest } of found) {
        const supersedes = await supersededSeqs(tx, seq)
        decisions.push({
          ...rest,
          state: state as State,
          files: paths.map(path => named.get(path) ?? path),
          ...(supersedes.length > 0 && { supersedes: supersedes.map(recordId) }),
        })
      }
      return { decisions, project_id: project.id }
    })
  },
})

/** What is known of a record that governs files. */
type GoverningRow = Pick<RecordRow, 'seq' | 'id' | 'type' | 'title' | 'summary' | 'state' | 'affects' | 'modified'>

interface Governing extends Omit<GoverningRow, 'affects'> {
  /** The globs that match, and the files they match. */
  affects: string[]
  files: string[]
}

// What was discarded or replaced governs nothing.
const governing = statement((q, a: { project: string }) =>
  q
    .selectFrom('records')
    .select(['seq', 'id', 'type', 'title', 'summary', 'state', 'affects', 'modified'])
    .where('project_id', '=', a.project)
    .where('affects', '<>', '[]')
    .where('superseded_by', 'is', null)
    .where('state', '<>', 'DISCARDED')
    .where('purged_ts', 'is', null)
    .orderBy('modified_tick', 'desc')
    .orderBy('seq'),
)

/** The current records that govern some of the files, those with the narrowest glob first, then the latest. */
async function recordsGoverning(tx: Tx, project: string, files: readonly string[]): Promise<Governing[]> {
  if (files.length === 0) return []
  return rankGoverning(await tx.all(governing, { project }), files)
}

/** Pure part of it, for rows in the order of the latest change. */
export function rankGoverning(rows: readonly GoverningRow[], files: readonly string[]): Governing[] {
  const found = rows.flatMap(({ affects, ...row }) => {
    const globs: string[] = JSON.parse(affects)
    const matched = globs
      .map(glob => ({ glob, files: files.filter(fileMatcher(glob)) }))
      .filter(each => each.files.length > 0)
    if (matched.length === 0) return []
    const all = new Set(matched.flatMap(each => each.files))
    return [{ ...row, affects: matched.map(each => each.glob), files: files.filter(file => all.has(file)) }]
  })
  return found
    .map((each, at) => ({ each, at, width: Math.max(...each.affects.map(literalLength)) }))
    .sort((a, b) => b.width - a.width || a.at - b.at)
    .map(({ each }) => each)
}

/** Where a project is on this machine. */
interface ProjectFolder {
  folder: string
  /** The worktree that the caller works in, and the repository it belongs to. */
  worktree?: { top: string; main: string }
}

/** A project without a folder is taken to be where the caller works. */
export function placeOf(projectPath: string | null, from: string | undefined): ProjectFolder | undefined {
  const folder = projectPath || from
  if (!folder) return undefined
  const checkout = from === undefined ? null : findCheckout(from, homedir())
  return { folder, ...(checkout && checkout.main !== checkout.top && { worktree: checkout }) }
}

/** A file as globs name it: relative to the project's folder, with slashes. Undefined for one outside of it. */
export function fileInProject(file: string, place: ProjectFolder | undefined): string | undefined {
  const inside = isAbsolute(file) ? place && relativeTo(place, file) : file
  if (!inside) return undefined
  const path = posix.normalize(sep === '/' ? inside : inside.replaceAll(sep, '/'))
  return path === '.' || path.startsWith('../') || path === '..' || isAbsolute(path) ? undefined : path
}

function relativeTo({ folder, worktree }: ProjectFolder, file: string): string {
  const inTree = worktree && relative(worktree.top, file)
  const isInTree = inTree !== undefined && !inTree.startsWith('..') && !isAbsolute(inTree)
  return relative(folder, isInTree ? join(worktree?.main ?? '', inTree) : file)
}

/** A glob that names a folder, with or without its last slash, is about all files below it. */
function fileMatcher(glob: string): (file: string) => boolean {
  const pattern = glob.replace(/^\.\//, '')
  const matches = [globMatcher(pattern), globMatcher(pattern.endsWith('/') ? `${pattern}**` : `${pattern}/**`)]
  return file => matches.some(match => match(file))
}

/** How much of a glob is said literally. */
function literalLength(glob: string): number {
  return [...glob].filter(character => character !== '*' && character !== '?').length
}
