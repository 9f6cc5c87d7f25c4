import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { noteFile } from '../../../files/replace.ts'
import { sha256 } from '../../../files/sha256.ts'
import type { ClientEvent } from './client-event.ts'

const maxSessions = 200
const maxFiles = 500

interface Governing {
  id: string
  type: string
  title: string
  affects: readonly string[]
}

const maxTitle = 120

/** One line for a chat that is about to change a file; undefined where nothing governs it. */
export function governingText([first, ...others]: readonly Governing[]): string | undefined {
  if (!first) return undefined
  const { id, type, title, affects } = first
  const flat = `${type} "${title}"`.replace(/\s+/g, ' ')
  const shown = flat.length > maxTitle ? `${flat.slice(0, maxTitle)}…` : flat
  const more = others.length > 0 ? ` So do ${others.length} more records (decisions_for).` : ''
  return `Daybook: ${id} ${shown} governs ${affects[0]}.${more} Keep to it, or ask the user before you break it.`
}

/** Whether a session was last shown another text about these files, or none; this one is then noted as shown. */
export async function isNews(home: string, { session, files }: ClientEvent, text: string): Promise<boolean> {
  if (session === undefined) return true
  const path = fileOf(home, session)
  const shown = shownIn(path)
  const about = sha256(files.join('\n')).slice(0, 16)
  const what = sha256(text).slice(0, 16)
  if (shown.get(about) === what) return false
  shown.delete(about)
  shown.set(about, what)
  mkdirSync(folderIn(home), { recursive: true, mode: 0o700 })
  await noteFile(path, JSON.stringify([...shown].slice(-maxFiles)))
  removeOldest(folderIn(home))
  return true
}

/** A chat that starts, or starts anew after a compaction, knows nothing of what was shown before. */
export function forgetShown(home: string, session: string): void {
  try {
    rmSync(fileOf(home, session), { force: true })
  } catch {
    // On a disk that cannot be written the chat starts all the same.
  }
}

function shownIn(path: string): Map<string, string> {
  try {
    return new Map(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return new Map()
  }
}

function removeOldest(folder: string): void {
  const files = readdirSync(folder)
  if (files.length <= maxSessions) return
  const changed = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0
  const oldest = files.map(name => ({ name, at: changed(name) })).sort((a, b) => a.at - b.at)
  for (const { name } of oldest.slice(0, files.length - maxSessions)) rmSync(join(folder, name), { force: true })
}

function folderIn(home: string): string {
  return join(home, 'hooks', 'said')
}

/** A session's id is a client's word, so it is not made a file name. */
function fileOf(home: string, session: string): string {
  return join(folderIn(home), `${sha256(session).slice(0, 32)}.json`)
}
