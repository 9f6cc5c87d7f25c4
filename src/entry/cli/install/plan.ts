import { copyFile, mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { replaceFile } from '../../../files/replace.ts'

/** One file as it is and as it shall be; null where there is none. */
export interface Change {
  path: string
  before: string | null
  after: string | null
  /** Why nothing is done although something could be. */
  kept?: string
}

export type Action = 'create' | 'change' | 'remove' | 'keep'

export function actionOf({ before, after }: Change): Action {
  if (before === after) return 'keep'
  if (before === null) return 'create'
  return after === null ? 'remove' : 'change'
}

export async function textAt(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Carries the changes out; a settings file that is not ours alone is copied beside itself first. */
export async function carryOut(changes: readonly Change[], stamp: string): Promise<string[]> {
  const backups: string[] = []
  for (const change of changes) {
    const action = actionOf(change)
    if (action === 'change') {
      const backup = `${change.path}.${stamp}.backup`
      await copyFile(change.path, backup)
      backups.push(backup)
    }
    if (action === 'remove') await rm(change.path)
    else if (action !== 'keep' && change.after !== null) {
      await mkdir(dirname(change.path), { recursive: true })
      await replaceFile(change.path, change.after)
    }
  }
  return backups
}
