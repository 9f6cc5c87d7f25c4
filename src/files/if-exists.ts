import { readdir } from 'node:fs/promises'
import { isCode } from './replace.ts'

/** What is read; undefined where there is nothing of that kind to read. */
export async function ifExists<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR')) return undefined
    throw error
  }
}

export async function namesIn(folder: string): Promise<string[]> {
  return (await ifExists(readdir(folder))) ?? []
}
