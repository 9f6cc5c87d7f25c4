import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { insideRoot } from '../../files/jail.ts'
import { quoted, reject } from '../rejection.ts'
import type { IndexRow, TurnRef } from '../schema.ts'
import { checkedIndex } from './index-rows.ts'
import { readObject, readText } from './json-file.ts'
import type { Workspace } from './open.ts'

/** One project of a day: its sessions and their turns, checked. */
export interface DiaryProject {
  workspace: Workspace
  key: string
  label: string
  folder: string
  rows: readonly IndexRow[]
}

export interface IndexedTurn extends TurnRef {
  row: IndexRow
  start: number
  end: number
}

export async function loadProject(workspace: Workspace, key: string): Promise<DiaryProject> {
  const folder = isProjectKey(key) ? await insideRoot(join(workspace.root, 'projects'), key) : undefined
  if (folder === undefined) {
    reject('project_key', `unknown project_key${quoted(key)}`, 'use a directory name under projects/')
  }
  const label = await readLabel(folder, key)
  const index = await readText(join(folder, 'sessions.index.jsonl'))
  if (typeof index !== 'string') brokenIndex(key, 'sessions.index.jsonl', missingOr(index))
  const parsed = checkedIndex(index)
  if ('rule' in parsed) brokenIndex(key, 'sessions.index.jsonl', parsed.rule)
  return { workspace, key, label, folder, rows: parsed.rows }
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

export function rowOf({ key, rows }: DiaryProject, sessionRef: string): IndexRow {
  const row = rows.find(each => each.session_ref === sessionRef)
  if (row) return row
  return reject(
    'session_ref',
    `unknown session_ref${quoted(sessionRef)} for project '${key}'`,
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

/** Index files are made by prepare; only prepare can mend them. */
export function brokenIndex(key: string, file: string, rule: string): never {
  return reject('project_key', `projects/${key}/${file} ${rule}`, 'run daybook diary prepare --refresh')
}

/** Cards and envelopes are written by agents or people; they are never repaired silently. */
export function brokenWritten(path: 'session_ref' | 'project_key', key: string, file: string, rule: string): never {
  return reject(path, `projects/${key}/${file} ${rule}`, 'move the file away and write again')
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
})

async function readLabel(folder: string, key: string): Promise<string> {
  const stored = await readObject(join(folder, 'project.json'))
  if (stored.state !== 'read') brokenIndex(key, 'project.json', missingOr(stored))
  const file = ProjectFile.safeParse(stored.value)
  if (!file.success) {
    brokenIndex(key, 'project.json', `needs a valid ${String(file.error.issues[0]?.path[0] ?? 'object')}`)
  }
  if (file.data.project_key !== key) brokenIndex(key, 'project.json', 'names another project_key than its directory')
  return file.data.project_label
}
