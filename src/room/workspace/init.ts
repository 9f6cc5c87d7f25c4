import { readdir, readFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { withLock } from '../../files/lock.ts'
import { createFile } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { jsonStore } from '../store/json-store.ts'
import { WorkspaceInfo } from './info.ts'
import {
  bindableFolder,
  controlFolder,
  ensureFolder,
  foldersOf,
  infoFile,
  issuesFile,
  lockFile,
  locksFolder,
  lockWaitMs,
  settingsFile,
} from './layout.ts'
import { Settings } from './settings.ts'
import type { Template } from './template.ts'

interface NewWorkspace {
  projectId: string
  displayName: string
  /** The time now, ISO 8601 in UTC. */
  at: string
  /** The folder of the sample to copy, if any. */
  sample?: string | undefined
  template?: Template | undefined
}

interface Initialized {
  root: string
  /** Paths that were made, and paths that existed and were left as they are. */
  created: string[]
  kept: string[]
}

/** Makes a workspace of a folder. Existing files stay as they are, byte for byte. */
export async function initWorkspace(folder: string, workspace: NewWorkspace): Promise<Initialized> {
  const root = await bindableFolder(folder)
  await makeFolder(root, locksFolder)
  return withLock(lockFile(root, 'workspace'), 'named', lockWaitMs, async () => {
    const wanted = infoOf(workspace)
    const { projectId, template = 'story' } = await infoAt(root, wanted).read()
    if (projectId !== wanted.projectId) throw new Fault('INVALID_INPUT', ofAnother)
    for (const path of foldersOf(template)) await makeFolder(root, path)
    const created: string[] = []
    const kept: string[] = []
    for (const { path, bytes } of await filesOf(workspace)) {
      await makeFolder(root, path.slice(0, path.lastIndexOf('/')))
      const made = await createFile(join(root, path), bytes, isOwn(path) ? 0o600 : 0o666)
      ;(made ? created : kept).push(path)
    }
    return { root, created, kept }
  })
}

function infoAt(root: string, wanted: WorkspaceInfo) {
  const [file, locks] = [join(root, infoFile), join(root, locksFolder)]
  return jsonStore({ file, locks, schema: WorkspaceInfo, empty: () => wanted })
}

const ofAnother = 'The folder is the workspace of another project. Name another folder, or open that project.'

async function makeFolder(root: string, path: string): Promise<void> {
  if (await ensureFolder(root, path, isOwn(path) ? 0o700 : 0o777)) return
  throw new Fault('INVALID_INPUT', 'A link or a file is in the place of a folder of the workspace. Move it away.', {
    details: { path },
  })
}

function isOwn(path: string): boolean {
  return path.startsWith(controlFolder)
}

/** How JSON files of the workspace are spelled. */
function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function filesOf(workspace: NewWorkspace): Promise<{ path: string; bytes: string | Uint8Array }[]> {
  return [
    ...(workspace.sample === undefined ? [] : await sampleFiles(workspace.sample)),
    { path: `${controlFolder}/audit/.gitignore`, bytes: '*\n' },
    // A repository is not to look changed because a room is about it.
    ...(workspace.template === 'code' ? [{ path: `${controlFolder}/.gitignore`, bytes: '*\n' }] : []),
    { path: settingsFile, bytes: jsonText(Settings.parse({})) },
    { path: infoFile, bytes: jsonText(infoOf(workspace)) },
  ]
}

/** The sample keeps its issues beside its text; in a workspace they are with the other state. */
async function sampleFiles(sample: string) {
  const entries = await readdir(sample, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(sample.replace(/[\\/]$/, '').length + 1))
    .sort()
  return Promise.all(
    paths.map(async path => ({
      path: path === 'issues.json' ? issuesFile : path.split(sep).join('/'),
      bytes: await readFile(join(sample, path)),
    })),
  )
}

function infoOf({ projectId, displayName, at, template }: NewWorkspace): WorkspaceInfo {
  return {
    schemaVersion: 1,
    projectId,
    displayName,
    description: '',
    icon: '',
    accentColor: '',
    ...(template === 'code'
      ? { roots: ['docs'], extraRoots: [], rootFiles: true, template }
      : { roots: ['Story', 'Compendium'], extraRoots: [], rootFiles: false }),
    createdAt: at,
    updatedAt: at,
  }
}
