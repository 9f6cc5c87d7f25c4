import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../files/sha256.ts'
import { Unreadable } from '../../transcripts/reader.ts'
import { quotedValue } from '../arguments.ts'
import type { DiaryContext } from '../context.ts'
import type { IndexedTranscript } from '../prepare/index/transcript-row.ts'
import { type KnownIndex, withKnownIndex } from '../prepare/open-index.ts'
import { readTranscript } from '../prepare/transcript-bytes.ts'
import { reject } from '../rejection.ts'
import { hasSample, sampleSettings, writtenSessionsFolder } from '../settings.ts'
import { type OpenTranscript, withTranscriptFile } from '../workspace/transcript.ts'
import { markOf } from './search-index.ts'

/** Opens a session that a search of all sessions found, for as long as `use` runs. */
export function withFoundSession<T>(
  ctx: Pick<DiaryContext, 'diary' | 'log'>,
  session_ref: string,
  use: (transcript: OpenTranscript, session: IndexedTranscript, firstPrompt: () => string) => Promise<T>,
): Promise<T> {
  return withKnownIndex(ctx, async index => {
    const key = index.search.keyOf(session_ref)
    const session = key === null ? null : index.cache.transcript(key)
    if (!session && ctx.diary.cacheDir !== sampleSettings(ctx.diary).cacheDir && hasSample(ctx.diary)) {
      return withFoundSession({ ...ctx, diary: sampleSettings(ctx.diary) }, session_ref, use)
    }
    if (!session) {
      return reject(
        'session_ref',
        `unknown session_ref${quotedValue(session_ref)}`,
        'use one that search_history gave',
        'absent',
      )
    }
    const path = await fileOf(session, session_ref, index, ctx.diary.cacheDir)
    return withTranscriptFile(ctx.diary, path, session.source, transcript =>
      use(transcript, session, () => index.cache.firstPrompt(session.key)),
    )
  })
}

/** The session's own file where it is one of lines; otherwise its lines are written into a file of ours. */
async function fileOf(
  session: IndexedTranscript,
  ref: string,
  { archive }: KnownIndex,
  cacheDir: string,
): Promise<string> {
  if (session.form === 'lines' && !session.archived) return session.path
  const folder = writtenSessionsFolder(cacheDir)
  const mark = sha256(markOf(session, session.stamp))
  const path = join(folder, `${ref}-${mark.slice(0, 12)}.jsonl`)
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  removeCopies(cacheDir, ref)
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w', 0o600)
  try {
    await readTranscript(session, archive, chunk => writeSync(file, chunk))
  } catch (error) {
    rmSync(temporary, { force: true })
    if (error instanceof Unreadable) reject('session_ref', 'the transcript cannot be read', 'run daybook diary index')
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  dropOldest(folder)
  return path
}

/** Removes what was written of one session. */
function removeCopies(cacheDir: string, ref: string): void {
  const folder = writtenSessionsFolder(cacheDir)
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    if (name.startsWith(`${ref}-`)) rmSync(join(folder, name), { force: true })
  }
}

const mostCopies = 20

function dropOldest(folder: string): void {
  const copies = readdirSync(folder).map(name => ({ name, at: statSync(join(folder, name)).mtimeMs }))
  for (const { name } of copies.sort((a, b) => b.at - a.at).slice(mostCopies))
    rmSync(join(folder, name), { force: true })
}
