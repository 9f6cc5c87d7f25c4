import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { fileText, readObject } from './json-file.ts'

/** Written before a workspace is replaced, so that another process can finish an interrupted replacement. */
const Journal = z.object({
  staging: z.string().regex(/^\.staging-[0-9a-z]{1,40}$/),
  trash: z.string().regex(/^\.trash-[0-9a-z]{1,40}$/),
  previous: z.string().regex(/^[0-9TZ-]{1,40}$/),
})
type SwapJournal = z.output<typeof Journal>

export function isSwapping(root: string): boolean {
  return existsSync(journalPath(root))
}

/**
 * Puts a complete, synced staging folder (`projects/` and `metadata.json`) in place of what the workspace holds, and
 * keeps what was generated there below `previous/`. The caller has the workspace for itself.
 */
export async function swapIn(root: string, journal: SwapJournal): Promise<void> {
  await replaceFile(journalPath(root), fileText({ schema_version: 1, ...Journal.parse(journal) }))
  await finishSwap(root)
}

/** Every step can be taken twice, so an exchange goes on wherever it was interrupted. */
export async function finishSwap(root: string): Promise<void> {
  if (!isSwapping(root)) return
  const { staging, trash, previous } = await readJournal(root)
  const projects = join(root, 'projects')
  const staged = join(root, staging, 'projects')
  if (existsSync(staged)) {
    if (existsSync(projects) && !existsSync(join(root, trash))) await rename(projects, join(root, trash))
    await rename(staged, projects)
  }
  await moveIfThere(join(root, staging, 'metadata.json'), join(root, 'metadata.json'))
  await syncFolder(root)
  await keepGenerated(root, trash, previous)
  await rm(journalPath(root), { force: true })
  await syncFolder(root)
  await rm(join(root, trash), { recursive: true, force: true })
  await rm(join(root, staging), { recursive: true, force: true })
}

/** Moves files of the workspace, named from its root, below `previous/<name>/`; the caller holds their lock. */
export async function setAside(root: string, files: readonly string[], previous: string): Promise<void> {
  for (const file of files) await moveIfThere(join(root, file), join(root, 'previous', previous, file))
}

/** The same for files that stay in place until others are put there: a second name, which takes no room on the disk. */
export async function keepCopies(root: string, files: readonly string[], previous: string): Promise<void> {
  for (const file of files) {
    const [from, to] = [join(root, file), join(root, 'previous', previous, file)]
    if (!existsSync(from)) continue
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await link(from, to).catch(() => copyFile(from, to))
  }
}

/** A name below `previous/` that is still free: two exchanges within a second must not meet in one folder. */
export function previousName(root: string, now: number): string {
  const name = `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name}-${n}`
    if (!existsSync(join(root, 'previous', free))) return free
  }
}

/** Cards, envelopes and reports are people's or agents' work; none of them is thrown away. */
async function keepGenerated(root: string, projects: string, previous: string): Promise<void> {
  const keys = await readdir(join(root, projects)).catch(() => [])
  for (const key of keys) {
    for (const name of ['evidence', 'project-synthesis.json', 'carry.json']) {
      await moveIfThere(join(root, projects, key, name), join(root, 'previous', previous, 'projects', key, name))
    }
  }
  await setAside(root, reportFiles, previous)
}

export const reportFiles = ['daily-report.json', 'report.md', 'report.html'] as const

function journalPath(root: string): string {
  return join(root, '.swap.json')
}

async function readJournal(root: string): Promise<SwapJournal> {
  const stored = await readObject(journalPath(root))
  const journal = Journal.safeParse(stored.state === 'read' ? stored.value : undefined)
  if (journal.success) return journal.data
  throw new Error('The journal .swap.json of the workspace is damaged.')
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    if (!existsSync(from)) return
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await rename(from, to)
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error
  }
}
