import { mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isCode, noteFile } from '../../files/replace.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'
import { noScopes, Scopes } from './scopes.ts'
import { sessionStart } from './session-id.ts'

export function telemetryTotals(control: string): JsonStore<Scopes> {
  return jsonStore({
    file: join(control, 'telemetry', 'totals.json'),
    locks: join(control, 'locks', 'telemetry'),
    schema: Scopes,
    empty: noScopes,
    survives: 'kill',
  })
}

export interface SessionFile {
  id: string
  begun: number
  bytes: number
}

export const sessionFolder = (control: string) => join(control, 'telemetry', 'sessions')
export const sessionPath = (control: string, id: string) => join(sessionFolder(control), `${id}.json`)

/** The counts of one process; nobody else writes its file. */
export async function writeSession(control: string, session: { id: string } & Scopes): Promise<void> {
  await mkdir(sessionFolder(control), { recursive: true, mode: 0o700 })
  await noteFile(sessionPath(control, session.id), `${JSON.stringify(session, null, 2)}\n`)
}

/** Oldest first; what does not bear the name of a session is none. */
export async function sessionFiles(control: string): Promise<SessionFile[]> {
  const ids = (await namesIn(sessionFolder(control))).map(name => name.replace(/\.json$/, '')).sort()
  const found = await Promise.all(
    ids.map(async id => ({ id, begun: sessionStart(id), bytes: await sizeOf(sessionPath(control, id)) })),
  )
  return found.flatMap(({ id, begun, bytes }) => (begun === undefined ? [] : [{ id, begun, bytes }]))
}

export async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    if (isCode(error, 'ENOENT')) return 0
    throw error
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter(name => name.endsWith('.json') && !name.startsWith('.'))
  } catch (error) {
    if (isCode(error, 'ENOENT')) return []
    throw error
  }
}
