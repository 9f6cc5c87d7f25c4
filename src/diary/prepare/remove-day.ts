import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, realpath, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '../../files/replace.ts'
import type { DiaryContext } from '../context.ts'
import { madeFrom } from '../forget/days.ts'
import { type OwnVersion, publishedHere } from '../publish/store.ts'
import { reject } from '../rejection.ts'
import { workspaceFolder } from '../settings.ts'
import { withExclusiveLock } from '../workspace/locks.ts'
import { offsetsFile } from '../workspace/offsets.ts'
import { auditFile } from './audit.ts'
import { refuseWhileRunning } from './publish.ts'

interface Removed {
  /** What is gone, by its name below the diary root. */
  removed: string[]
  cached_offsets: number
  /** What this machine has published; it stays where it is. */
  published: OwnVersion[]
  /** What was made from the day and stays here. */
  kept: string[]
}

/** Removes the workspace of a day, its private manifest and what was cached of its copies. */
export async function removeDay({ diary }: Pick<DiaryContext, 'diary'>, date: string): Promise<Removed> {
  const root = workspaceFolder(diary.root, date)
  const audit = dirname(auditFile(diary.root, date))
  if (!existsSync(root) && !existsSync(audit)) {
    reject('date', `no prepared workspace for ${date}`, 'daybook diary list names the days there are', 'absent')
  }
  await refuseWhileRunning(root)
  const removed: string[] = []
  let offsets: string[] = []
  if (existsSync(root)) {
    // Named like a staging, so that the next preparation sweeps what a process killed from here on leaves behind.
    const aside = join(dirname(root), `.staging-removed-${date}-${randomBytes(8).toString('hex')}`)
    await withExclusiveLock(root, diary.lockTimeoutMs, async () => {
      offsets = (await copiesIn(root)).map(copy => offsetsFile(diary.cacheDir, copy)).filter(existsSync)
      await rename(root, aside)
      await syncFolder(dirname(root))
    })
    await rm(aside, { recursive: true, force: true })
    removed.push(`work/${date}`)
  }
  for (const file of offsets) await rm(file, { force: true })
  if (existsSync(audit)) {
    await rm(audit, { recursive: true, force: true })
    removed.push(`private/${date}`)
  }
  return {
    removed,
    cached_offsets: offsets.length,
    published: await publishedHere(diary.root, date),
    kept: await madeFrom(diary.root, date),
  }
}

/** The real paths of the transcript copies, whether or not an index names them. */
async function copiesIn(root: string): Promise<string[]> {
  const copies: string[] = []
  const entries = await readdir(join(root, 'projects'), { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries) if (entry.isFile()) copies.push(await realpath(join(entry.parentPath, entry.name)))
  return copies
}
