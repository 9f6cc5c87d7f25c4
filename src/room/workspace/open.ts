import { join } from 'node:path'
import type { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { replaceFile } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { bindableFolder } from './bindable.ts'
import { createVfs, type WorkspaceVfs } from './create-vfs.ts'
import { type WorkspaceChange, WorkspaceInfo } from './info.ts'
import { jsonText, readJsonFile } from './json-file.ts'
import { infoFile, lockFile, lockWaitMs, settingsFile } from './layout.ts'
import { legacyIssuesFile, migrateIssues } from './migrate-issues.ts'
import { changeSettings, Settings, type SettingsChange } from './settings.ts'

export interface Workspace {
  /** The real path of its folder. */
  root: string
  vfs: WorkspaceVfs
  /** Files of the workspace that could not be read and are left alone. */
  problems: string[]
  info(): Promise<WorkspaceInfo>
  changeInfo(change: WorkspaceChange, at: string): Promise<WorkspaceInfo>
  settings(): Promise<Settings>
  changeSettings(given: unknown): Promise<SettingsChange>
}

export interface OpenOptions {
  /** The identities (`dev:ino`) of the key files: no path reaches them, whatever it is called. */
  refused(root: string): Promise<ReadonlySet<string>>
  now?: () => number
}

/** Opens a folder that `initWorkspace` has made, and brings along what an older version left in it. */
export async function openWorkspace(
  folder: string,
  { refused, now = () => performance.now() }: OpenOptions,
): Promise<Workspace> {
  const root = await bindableFolder(folder)
  const info = () => readInfo(root)
  const settings = async () => (await readJsonFile(root, settingsFile, Settings)) ?? Settings.parse({})
  await info()
  const problems = (await migrateIssues(root)) === 'unreadable' ? [legacyIssuesFile] : []
  const vfs = createVfs({
    root,
    refused: () => refused(root),
    now,
    async shape() {
      const [{ roots, extraRoots, rootFiles }, { vfs }] = await Promise.all([info(), settings()])
      return { roots: [...new Set([...roots, ...extraRoots])], rootFiles, maxFileBytes: vfs.maxFileBytes }
    },
  })

  return {
    root,
    vfs,
    problems,
    info,
    settings,
    changeInfo: (change, at) =>
      locked(root, async () => {
        const given = Object.entries(change).filter(([, value]) => value !== undefined)
        const changed = WorkspaceInfo.parse({ ...(await info()), ...Object.fromEntries(given), updatedAt: at })
        await replaceFile(join(root, infoFile), jsonText(changed))
        vfs.forget()
        return changed
      }),
    changeSettings: given =>
      locked(root, async () => {
        const change = changeSettings(await settings(), given)
        if ('refused' in change) return change
        await replaceFile(join(root, settingsFile), jsonText(change.settings))
        vfs.forget()
        return change
      }),
  }
}

async function readInfo(root: string): Promise<z.infer<typeof WorkspaceInfo>> {
  const info = await readJsonFile(root, infoFile, WorkspaceInfo)
  if (!info) throw new Fault('INVALID_INPUT', 'The folder is no workspace yet. Make it one with daybook room init.')
  return info
}

function locked<T>(root: string, work: () => Promise<T>): Promise<T> {
  return withLock(lockFile(root, 'workspace'), 'named', lockWaitMs, work)
}
