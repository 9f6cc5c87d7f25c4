import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { insideRoot } from '../../files/jail.ts'
import { isObject, jsonIn } from '../../kernel/json.ts'
import { quotedValue } from '../arguments.ts'
import { reject } from '../rejection.ts'
import { IndexRow, type TurnRef } from '../schema.ts'
import { brokenRule, checkOnce, readObject, readText } from './json-file.ts'
import type { Workspace } from './open.ts'
import { sessionRefPattern, turnRefPattern } from './refs.ts'

/** One project of a day: its sessions and their turns, checked. */
export interface DiaryProject {
  workspace: Workspace
  key: string
  label: string
  folder: string
  rows: readonly IndexRow[]
  /** Refs of sessions and work items that were forgotten; none of them is given again. */
  forgottenRefs: readonly string[]
}

export interface IndexedTurn extends TurnRef {
  row: IndexRow
  start: number
  end: number
}

export async function loadProject(workspace: Workspace, key: string): Promise<DiaryProject> {
  const folder = isProjectKey(key) ? await insideRoot(join(workspace.root, 'projects'), key) : undefined
  if (folder === undefined) {
    reject('project_key', `unknown project_key${quotedValue(key)}`, 'use a directory name under projects/')
  }
  const { project_label: label, forgotten_refs: forgottenRefs } = await readProjectFile(folder, key)
  const index = await readText(join(folder, 'sessions.index.jsonl'))
  if (typeof index !== 'string') brokenIndex(key, 'sessions.index.jsonl', missingOr(index))
  const parsed = checkedIndex(index)
  if ('rule' in parsed) brokenIndex(key, 'sessions.index.jsonl', parsed.rule)
  return { workspace, key, label, folder, rows: parsed.rows, forgottenRefs }
}

/** Every project of the day, by key. */
export async function loadProjects(workspace: Workspace): Promise<DiaryProject[]> {
  const keys = await projectKeys(workspace)
  return Promise.all(keys.map(key => loadProject(workspace, key)))
}

export async function projectKeys({ root }: Workspace): Promise<string[]> {
  const entries = await readdir(join(root, 'projects'), { withFileTypes: true })
  return entries
    .filter(entry => entry.isDirectory() && isProjectKey(entry.name) && !entry.name.startsWith('.'))
    .map(entry => entry.name)
    .sort()
}

export function rowOf({ key, rows, forgottenRefs }: DiaryProject, sessionRef: string): IndexRow {
  const row = rows.find(each => each.session_ref === sessionRef)
  if (row) return row
  if (forgottenRefs.includes(sessionRef)) {
    reject('session_ref', 'this session was forgotten', 'daybook forget --list names those that were', 'absent')
  }
  return reject(
    'session_ref',
    `unknown session_ref${quotedValue(sessionRef)} for project '${key}'`,
    'use a session_ref listed in sessions.index.jsonl',
  )
}

/** In index order: rows, then turns. */
export function turnsOf({ rows }: Pick<DiaryProject, 'rows'>): IndexedTurn[] {
  return rows.flatMap(row =>
    row.turns.map(({ turn_ref, turn_start_line, turn_end_line }) => ({
      session_ref: row.session_ref,
      turn_ref,
      row,
      start: turn_start_line,
      end: turn_end_line,
    })),
  )
}

/** Where the session's copy really is; undefined when it is not there. A path that leads outside breaks the index. */
export async function copyOf(
  { key, folder }: Pick<DiaryProject, 'key' | 'folder'>,
  row: IndexRow,
): Promise<string | undefined> {
  const inside = row.session_path.slice('sessions/'.length)
  const path = await insideRoot(join(folder, 'sessions'), inside)
  if (path === undefined && existsSync(join(folder, row.session_path))) {
    brokenIndex(key, 'sessions.index.jsonl', `has a session_path for ${row.session_ref} that leads outside sessions/`)
  }
  return path
}

export function parseIndex(text: string): { rows: IndexRow[] } | { rule: string } {
  const rows: IndexRow[] = []
  const refs = new Set<string>()
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const row = rowIn(line)
    if (typeof row === 'string') return { rule: `line ${at + 1} ${row}` }
    if (refs.has(row.session_ref)) return { rule: `line ${at + 1} repeats a session_ref` }
    refs.add(row.session_ref)
    rows.push(row)
  }
  return { rows }
}

/** Whether a session's path can only mean a file below the project's `sessions/`. */
export function isSessionPath(path: string): boolean {
  const parts = path.split('/')
  const plain = parts.every(part => part !== '' && part !== '.' && part !== '..')
  return parts[0] === 'sessions' && parts.length > 1 && plain && !/[\\\0]/.test(path)
}

/** Cards and envelopes are written by agents or people; they are never repaired silently. */
export function rejectBrokenFile(path: 'session_ref' | 'project_key', key: string, file: string, rule: string): never {
  return reject(path, `projects/${key}/${file} ${rule}`, 'move the file away and write again')
}

/** Index files are made by prepare; only prepare can mend them. */
function brokenIndex(key: string, file: string, rule: string): never {
  return reject('project_key', `projects/${key}/${file} ${rule}`, 'run daybook diary prepare --refresh')
}

function missingOr(stored: { state: 'absent' } | { state: 'broken'; rule: string }): string {
  return stored.state === 'absent' ? 'is missing' : stored.rule
}

function isProjectKey(key: string): boolean {
  return /^[A-Za-z0-9._-]{1,80}$/.test(key) && key !== '.' && key !== '..'
}

const ProjectFile = z.object({
  schema_version: z.int().min(1),
  project_key: z.string(),
  project_label: z.string().refine(label => label.trim() !== ''),
  forgotten_refs: z.array(z.string()).default([]),
})

async function readProjectFile(folder: string, key: string): Promise<z.output<typeof ProjectFile>> {
  const stored = await readObject(join(folder, 'project.json'))
  if (stored.state !== 'read') brokenIndex(key, 'project.json', missingOr(stored))
  const file = ProjectFile.safeParse(stored.value)
  if (!file.success) brokenIndex(key, 'project.json', brokenRule(file.error))
  if (file.data.project_key !== key) brokenIndex(key, 'project.json', 'names another project_key than its directory')
  return file.data
}

type ParsedIndex = { rows: readonly IndexRow[] } | { rule: string }

/** The rows of sessions.index.jsonl, or the first rule it breaks. */
const checkedIndex: (text: string) => ParsedIndex = checkOnce(parseIndex)

function rowIn(line: string): IndexRow | string {
  const value = jsonIn(line)
  if (!isObject(value)) return 'is not a JSON object'
  const parsed = IndexRow.safeParse(value)
  if (!parsed.success) return brokenRule(parsed.error)
  const row = parsed.data
  if (!sessionRefPattern.test(row.session_ref)) return 'has a session_ref of another form than S0001'
  if (!isSessionPath(row.session_path)) return 'has a session_path that is not a file below sessions/'
  if (!isSpan(row.target_start_line, row.target_end_line)) return 'has target lines that are no span'
  return turnRule(row) ?? row
}

function turnRule({ turns }: IndexRow): string | undefined {
  const refs = new Set<string>()
  let last = 0
  for (const { turn_ref, turn_start_line, turn_end_line } of turns) {
    if (!turnRefPattern.test(turn_ref)) return 'has a turn_ref of another form than T0001'
    if (refs.has(turn_ref)) return 'repeats a turn_ref'
    if (!isSpan(turn_start_line, turn_end_line)) return 'has turn lines that are no span'
    if (turn_start_line <= last) return 'has turns that overlap or are out of order'
    refs.add(turn_ref)
    last = turn_end_line
  }
  return undefined
}

function isSpan(start: number, end: number): boolean {
  return start >= 1 && end >= start
}
