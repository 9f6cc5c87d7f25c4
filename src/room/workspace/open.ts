import { lstat, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { ifExists } from '../../files/if-exists.ts'
import { withLock } from '../../files/lock.ts'
import { createFile, syncFolder } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { jsonIn, withoutUndefined } from '../../kernel/json.ts'
import type { Said } from '../../query/answers.ts'
import { KnownTerms, Vocabulary } from '../../query/known-terms.ts'
import type { WeighedText } from '../../query/rank-texts.ts'
import { jsonStore } from '../store/json-store.ts'
import { createVfs, type WorkspaceVfs } from './create-vfs.ts'
import { type WorkspaceChange, WorkspaceInfo } from './info.ts'
import {
  bindableFolder,
  ensureFolder,
  infoFile,
  issuesFile,
  lockFile,
  locksFolder,
  lockWaitMs,
  settingsFile,
} from './layout.ts'
import { foldersIn } from './list-tree.ts'
import { changeSettings, Settings, type SettingsChange } from './settings.ts'
import type { FileText, Snapshot, VfsFile } from './vfs.ts'

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
        const next = WorkspaceInfo.parse({ ...before, ...withoutUndefined(change), updatedAt: at })
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

/** Of all files of a workspace; what is above is read with every search. */
const mostKept = 8_000_000

/**
 * The terms of the files of a workspace. A snapshot has the same entry for a file as the one before it for as long as the
 * file is the same, so only files that changed are read again.
 */
class FileTerms {
  #vocabulary = new Vocabulary()
  #known = new Map<VfsFile, KnownTerms>()

  /** What files of a snapshot say, without those that cannot be read; `textsOf` weighs what is in one. */
  async of(
    snapshot: Snapshot,
    files: readonly VfsFile[],
    textsOf: (text: FileText) => readonly WeighedText[],
  ): Promise<{ file: VfsFile; said: Said }[]> {
    this.#forgetOthers(snapshot)
    let kept = [...this.#known.values()].reduce((sum, { size }) => sum + size, 0)
    const found: { file: VfsFile; said: Said }[] = []
    for (const file of files) {
      const known = this.#known.get(file)
      const read = known ?? (await snapshot.read(file))
      if ('fault' in read) continue
      const said = read instanceof KnownTerms ? read : new KnownTerms(this.#vocabulary, textsOf(read))
      if (!known) kept += said.size
      if (kept <= mostKept) this.#known.set(file, said)
      found.push({ file, said })
    }
    return found
  }

  /** Terms that no file has any more go when most are such. */
  #forgetOthers({ files }: Snapshot): void {
    const there = new Set(files)
    for (const file of this.#known.keys()) if (!there.has(file)) this.#known.delete(file)
    if (this.#vocabulary.size <= mostTerms) return
    this.#vocabulary = new Vocabulary()
    this.#known = new Map()
  }
}

const mostTerms = 500_000
