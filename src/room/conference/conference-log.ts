import { mkdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile } from '../../files/replace.ts'
import type { Room } from '../room.ts'
import { lockFile, lockWaitMs } from '../workspace/layout.ts'
import { roundTitle } from './round-issue.ts'
import type { Round } from './schema.ts'
import { roundAsMarkdown } from './transcript.ts'

/** Adds a round to the log people read, unless its marker is there; the file is replaced whole, so no entry is half. */
export async function appendToLog(room: Room, conferenceId: string, round: Round, issueId: number): Promise<void> {
  const file = join(room.workspace.root, 'private', 'conference_log.md')
  const marker = `<!-- ${round.roundId} -->`
  await withLock(lockFile(room.workspace.root, 'conference_log.md'), 'named', lockWaitMs, async () => {
    const before = await textOf(file)
    if (before.includes(marker)) return
    const heading = `## ${roundTitle(conferenceId, round.number)}`
    const about = `${round.createdAt} to ${round.endedAt ?? round.createdAt}, issue #${issueId}`
    const entry = [marker, heading, '', about, '', roundAsMarkdown(round), ''].join('\n')
    const gap =
      before === '' ? '# Conference log\n\n' : before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
    await mkdir(dirname(file), { recursive: true, mode: 0o700 })
    await replaceFile(file, `${before}${gap}${entry}`)
  })
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return ''
    throw error
  }
}
