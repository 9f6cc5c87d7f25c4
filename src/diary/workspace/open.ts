import { statSync } from 'node:fs'
import { join } from 'node:path'
import { reject } from '../rejection.ts'
import { Metadata } from '../schema.ts'
import { type DiarySettings, workspaceFolder } from '../settings.ts'
import { readObject } from './json-file.ts'
import { readStable } from './locks.ts'

/** A prepared day on disk. */
export interface Workspace {
  root: string
  /** Undefined where the file is missing or says too little. */
  metadata: Metadata | undefined
}

/** The workspace a call means: of the day it names, else the one this process was started for. */
export async function openWorkspace(settings: DiarySettings, date?: string): Promise<Workspace> {
  const root = date === undefined ? workspaceHere(settings) : workspaceFolder(settings.root, date)
  return readStable(root, settings.lockTimeoutMs, async () => {
    if (await isFolder(join(root, 'projects'))) return { root, metadata: await readMetadata(root) }
    if (date === undefined) {
      reject(
        'workspace',
        'no prepared workspace here',
        'pass date, set DAYBOOK_WORKSPACE, or start in a prepared workspace',
        'absent',
      )
    }
    reject('date', `no prepared workspace for ${date}`, `run daybook diary prepare --date ${date}`, 'absent')
  })
}

/** Reads from the workspace a call means, without a lock, and again if it was just being replaced. */
export async function readWorkspace<T>(
  { diary }: { diary: DiarySettings },
  date: string | undefined,
  read: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const workspace = await openWorkspace(diary, date)
  return readStable(workspace.root, diary.lockTimeoutMs, () => read(workspace))
}

/** Whether a folder is a workspace at all. */
export function isWorkspace(root: string): Promise<boolean> {
  return isFolder(join(root, 'projects'))
}

async function readMetadata(root: string): Promise<Metadata | undefined> {
  const stored = await readObject(join(root, 'metadata.json'))
  if (stored.state === 'absent') return undefined
  if (stored.state === 'read') return Metadata.safeParse(stored.value).data
  reject('workspace', `metadata.json: ${stored.rule}`, 'run daybook diary prepare --force')
}

function workspaceHere({ workspace }: DiarySettings): string {
  try {
    return workspace ?? process.cwd()
  } catch {
    // The folder this process was started in is gone.
    return reject('workspace', 'no prepared workspace here', 'pass date, or set DAYBOOK_WORKSPACE', 'absent')
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
