import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { noteFile } from '../../files/replace.ts'
import { sha256 } from '../../files/sha256.ts'
import { lazy } from '../../kernel/lazy.ts'
import { wordKinds } from './words-to-keep.ts'

/** What was kept of a session before its last compaction. */
const keptSession = lazy(() =>
  z.object({
    session: z.string(),
    folder: z.string(),
    transcript: z.string(),
    kept_at: z.string(),
    unread: z.int(),
    words: z.array(z.object({ kind: z.enum(wordKinds), text: z.string(), line: z.int() })),
  }),
)
type KeptSession = z.output<ReturnType<typeof keptSession>>

const maxFiles = 200

export async function keepSession(home: string, kept: KeptSession): Promise<void> {
  const folder = folderIn(home)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await noteFile(join(folder, fileOf(kept.session)), JSON.stringify(kept))
  for (const name of newestFirst(folder).slice(maxFiles)) rmSync(join(folder, name), { force: true })
}

/** That of a session; without one, the newest of a folder or of all. */
export function keptOf(home: string, { session, folder }: { session?: string; folder?: string }): KeptSession | null {
  const place = folderIn(home)
  if (session !== undefined) return readKept(join(place, fileOf(session)))
  for (const name of newestFirst(place)) {
    const kept = readKept(join(place, name))
    if (kept && (folder === undefined || kept.folder === folder)) return kept
  }
  return null
}

function folderIn(home: string): string {
  return join(home, 'hooks', 'kept')
}

/** A session's id is a client's word, so it is not made a file name. */
function fileOf(session: string): string {
  return `${sha256(session).slice(0, 32)}.json`
}

function newestFirst(folder: string): string[] {
  try {
    const files = readdirSync(folder).filter(name => name.endsWith('.json'))
    const changed = new Map(files.map(name => [name, statSync(join(folder, name)).mtimeMs]))
    return files.sort((a, b) => (changed.get(b) ?? 0) - (changed.get(a) ?? 0))
  } catch {
    return []
  }
}

function readKept(file: string): KeptSession | null {
  try {
    return keptSession().parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}
