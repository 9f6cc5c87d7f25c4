import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { App } from '../app.ts'
import { homeVerify } from '../home/operations/home-verify.ts'
import type { Verified } from '../home/verified.ts'
import { callAsOwner } from '../invoke.ts'
import type { CallProgress } from '../kernel/call.ts'
import { openAudit } from '../room/audit/open.ts'
import { projectIn } from '../room/workspace/info.ts'
import { controlFolder } from '../room/workspace/layout.ts'
import { everyWorkspace } from '../room/workspace-rows.ts'

/** Verifies everything in a home that was just restored. */
export async function verifyRestored(app: App, onProgress: (progress: CallProgress) => void): Promise<Verified> {
  await adoptReceipts(app)
  return callAsOwner(app, homeVerify, {}, { onProgress })
}

/**
 * Takes in the receipts that were written between the copy of the database and that of the files. A folder outside the home
 * may be in use by the Daybook that was backed up, so it is left alone.
 */
async function adoptReceipts({ db, clock, home, env }: App): Promise<void> {
  const realHome = await realpath(home)
  for (const { project_id: project, path } of await db.read(tx => everyWorkspace(tx, home))) {
    if (!path.startsWith(`${realHome}${sep}`) || (await projectIn(path).catch(() => undefined)) !== project) continue
    const keyFile = env.DAYBOOK_ROOM_KEY_FILE || undefined
    await openAudit({ folder: join(path, controlFolder, 'audit'), db, project, clock, keyFile })
  }
}
