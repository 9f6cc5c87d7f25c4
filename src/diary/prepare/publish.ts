import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { groupBy } from '../../kernel/group.ts'
import { orUndefined } from '../rejection.ts'
import { cardFile } from '../workspace/card.ts'
import {
  type Carried,
  carryFile,
  carryOver,
  carryText,
  type Prepared,
  readWritten,
  type Written,
} from '../workspace/carry.ts'
import { fileText } from '../workspace/json-file.ts'
import { runLock, withExclusiveLock } from '../workspace/locks.ts'
import type { Workspace } from '../workspace/open.ts'
import { loadProject, projectKeys } from '../workspace/project.ts'
import { authorsIn, readProvenance, recordProvenance } from '../workspace/provenance.ts'
import { previousName, swapIn } from '../workspace/swap.ts'

/** Puts a staged day where there was none. Answers false when another process did it first. */
export async function publishNew(staging: string, root: string): Promise<boolean> {
  try {
    await syncFolder(staging)
    await rename(staging, root)
  } catch (error) {
    if (!isCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM', 'ENOTDIR')) throw error
    return false
  }
  await syncFolder(join(root, '..'))
  return true
}

interface Exchange {
  workspace: Workspace
  /** Name of the staging folder inside the workspace. */
  staging: string
  prepared: readonly Prepared[]
  carrying: boolean
  now: number
  waitMs: number
  /** Called when nothing can fail any more, just before the files change places. */
  beforeSwap: (carried: Carried) => Promise<void>
}

/** Puts a staged day in place of the one that is there, with what was written about it and still holds. */
export function publishOver({ workspace, staging, prepared, now, waitMs, ...how }: Exchange): Promise<Carried> {
  const { root } = workspace
  return withExclusiveLock(root, waitMs, () =>
    withLock(join(root, '.locks', runLock), 'named', 0, async () => {
      await sweep(root, /^\.trash-/, 0)
      const carried = carryOver(how.carrying ? await readWrittenBefore(workspace) : [], prepared)
      await writeCarried(workspace, join(root, staging, 'projects'), carried, now)
      await syncFolder(join(root, staging))
      await how.beforeSwap(carried)
      const trash = staging.replace('.staging-', '.trash-')
      await swapIn(root, { staging, trash, previous: previousName(root, now) })
      return carried
    }),
  )
}

/** Fails at once while a generation run holds the workspace. */
export async function refuseWhileRunning(root: string): Promise<void> {
  if (!existsSync(join(root, '.locks', runLock))) return
  await withLock(join(root, '.locks', runLock), 'named', 0, async () => {})
}

/** Removes what preparations that were killed left behind. */
export async function sweep(folder: string, names: RegExp, olderThanMs = 3_600_000): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (!names.test(name)) continue
    const { mtimeMs } = await stat(join(folder, name)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs >= olderThanMs) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** A project whose index is broken has no turns to carry over; its files are kept aside nevertheless. */
async function readWrittenBefore(workspace: Workspace): Promise<Written[]> {
  if (!existsSync(join(workspace.root, 'projects'))) return []
  const written: Written[] = []
  for (const key of await projectKeys(workspace)) {
    const found = await orUndefined(loadProject(workspace, key).then(readWritten))
    if (found) written.push(found)
  }
  return written
}

async function writeCarried(workspace: Workspace, projects: string, carried: Carried, now: number): Promise<void> {
  const authorOf = authorsIn(await readProvenance(workspace))
  const moved = carried.chains.filter(
    ({ project_key, session_ref, chain, before }) =>
      project_key !== before.project_key || session_ref !== before.session_ref || chain.turn_ref !== before.turn_ref,
  )
  if (moved.length > 0) {
    await recordProvenance(
      workspace,
      now,
      moved.map(({ project_key, session_ref, chain, before }) => ({
        by: authorOf(before) ?? 'unknown',
        operation: 'diary_prepare',
        project_key,
        session_ref,
        turn_ref: chain.turn_ref,
      })),
    )
  }
  for (const [project_key, chains] of groupBy(carried.chains, each => each.project_key)) {
    await mkdir(join(projects, project_key, 'evidence'), { recursive: true, mode: 0o700 })
    for (const [session_ref, own] of groupBy(chains, each => each.session_ref)) {
      const card = { schema_version: 1, project_key, session_ref, evidence_chains: own.map(({ chain }) => chain) }
      await replaceFile(join(projects, project_key, cardFile({ session_ref })), fileText(card))
    }
  }
  for (const project_key of new Set(carried.items.map(item => item.project_key))) {
    const items = carried.items.filter(item => item.project_key === project_key)
    const work_items = items.map(({ item, before }) => ({ by: authorOf(before) ?? 'unknown', work_item: item }))
    await replaceFile(join(projects, project_key, carryFile), carryText(project_key, work_items))
  }
}
