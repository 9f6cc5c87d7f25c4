import { lstat, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ifExists } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { createFile, syncFolder } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { defined, jsonIn } from '../../kernel/json.ts'
import { jsonStore } from '../store/json-store.ts'
import { createVfs, type WorkspaceVfs } from './create-vfs.ts'
import { FileTerms } from './file-terms.ts'
import { bindableFolder, ensureFolder } from './folders.ts'
import { type WorkspaceChange, WorkspaceInfo } from './info.ts'
import { infoFile, issuesFile, lockFile, locksFolder, lockWaitMs, settingsFile } from './layout.ts'
import { foldersIn } from './list-tree.ts'
import { changeSettings, Settings, type SettingsChange } from './settings.ts'

export interface Workspace {
  /** The real path of its folder. */
  root: string
  vfs: WorkspaceVfs
  /** What its files say, for searching. */
  fileTerms: FileTerms
  /** Files of the workspace that could not be read and are left alone. */
  problems: string[]
  info(): Promise<WorkspaceInfo>
  changeInfo(change: WorkspaceChange, at: string): Promise<WorkspaceInfo>
  settings(): Promise<Settings>
  changeSettings(given: unknown): Promise<SettingsChange>
}

interface OpenOptions {
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
  const locks = join(root, locksFolder)
  const info = jsonStore({ file: join(root, infoFile), locks, schema: WorkspaceInfo, empty: noWorkspace })
  const settings = jsonStore({
    file: join(root, settingsFile),
    locks,
    schema: Settings,
    empty: () => Settings.parse({}),
  })
  await info.read()
  const problems = (await migrateIssues(root)) === 'unreadable' ? [legacyIssuesFile] : []
  const vfs = createVfs({
    root,
    refused: () => refused(root),
    now,
    async shape() {
      const [{ roots, extraRoots, rootFiles, template }, { vfs }] = await Promise.all([info.read(), settings.read()])
      const shown = [...new Set([...roots, ...extraRoots, ...foldersIn(root, template)])]
      return { roots: shown, rootFiles, template, maxFileBytes: vfs.maxFileBytes }
    },
  })

  return {
    root,
    vfs,
    fileTerms: new FileTerms(),
    problems,
    info: info.read,
    settings: settings.read,
    async changeInfo(change, at) {
      const changed = await info.change(before => {
        const next = WorkspaceInfo.parse({ ...before, ...defined(change), updatedAt: at })
        return { next, result: next }
      })
      vfs.forget()
      return changed
    },
    async changeSettings(given) {
      const change = await settings.change<SettingsChange>(before => {
        const result = changeSettings(before, given)
        return 'settings' in result ? { next: result.settings, result } : { result }
      })
      vfs.forget()
      return change
    },
  }
}

function noWorkspace(): never {
  throw new Fault('INVALID_INPUT', 'The folder is not a workspace yet. Make it one with daybook room init.')
}

const legacyFolder = '.controlroom/state'
const legacyIssuesFile = `${legacyFolder}/issues.json`

/** Moves the issues of an older spelling of the hidden folder; those that are unreadable stay where they are. */
async function migrateIssues(root: string): Promise<'nothing' | 'moved' | 'unreadable'> {
  if (!(await isPlainFile(join(root, legacyIssuesFile)))) return 'nothing'
  return withLock(lockFile(root, 'issues.json'), 'named', lockWaitMs, async () => {
    const [from, to] = [join(root, legacyIssuesFile), join(root, issuesFile)]
    if (!(await isPlainFile(from))) return 'nothing'
    const bytes = await readFile(from)
    if (!isJson(bytes)) return 'unreadable'
    if (!(await ensureFolder(root, issuesFile.slice(0, issuesFile.lastIndexOf('/')), 0o700))) return 'unreadable'
    const copied = await createFile(to, bytes, 0o600)
    // An equal copy is what a process left that was killed between the copy and the rename.
    if (!copied && !(await readFile(to)).equals(bytes)) return 'nothing'
    if (!isJson(await readFile(to))) return 'unreadable'
    await rename(from, `${from}.migrated`)
    await syncFolder(join(root, legacyFolder))
    return 'moved'
  })
}

async function isPlainFile(path: string): Promise<boolean> {
  return (await ifExists(lstat(path)))?.isFile() ?? false
}

function isJson(bytes: Buffer): boolean {
  return jsonIn(bytes.toString('utf8')) !== undefined
}
