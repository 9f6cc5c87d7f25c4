import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync } from 'node:fs'
import { link, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isCode, replaceFile, syncFolder } from '../../files/replace.ts'
import { type Key, keyBytes, keyOf } from '../../receipts/signing.ts'
import { makeFolder } from './disk.ts'

export type KeyFile =
  | { state: 'absent' | 'unreadable' | 'malformed' }
  /** `unsafe`: why nothing may be signed with it as it lies there. */
  | { state: 'read'; key: Key; unsafe: string | undefined }

/** Reads a key wherever it can be read; whether it may sign is another matter. */
export async function readKeyFile(path: string): Promise<KeyFile> {
  try {
    const found = lstatSync(path)
    if (found.isSymbolicLink()) return keyIn(readFileSync(path), 'it is a link')
    if (!found.isFile() || found.size > largest) return { state: 'malformed' }
    const file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
    try {
      return keyIn(readFileSync(file), dangerOf(fstatSync(file)))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (isCode(error, 'ENOENT', 'ENOTDIR')) return { state: 'absent' }
    if (isCode(error, 'EACCES', 'EPERM', 'ELOOP')) return { state: 'unreadable' }
    throw error
  }
}

/** Puts a key where none is; answers false when somebody else's is there already. */
export async function createKeyFile(path: string, key: Key): Promise<boolean> {
  const temporary = `${path}.new-${key.id}`
  await makeFolder(dirname(path))
  await replaceFile(temporary, keyText(key))
  try {
    await link(temporary, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(temporary, { force: true })
    await syncFolder(dirname(path))
  }
}

/** Puts a key in place of whatever lies there: a new plain file, ours, closed to others. */
export async function replaceKeyFile(path: string, key: Key): Promise<void> {
  await makeFolder(dirname(path))
  await replaceFile(path, keyText(key))
}

const largest = 4096

function keyText({ bytes }: Key): string {
  return `${Buffer.from(bytes).toString('base64')}\n`
}

function keyIn(text: Buffer, unsafe: string | undefined): KeyFile {
  const bytes = Buffer.from(text.toString('latin1'), 'base64')
  const key = keyOf(bytes)
  // Base64 has spare bits and decoders forgive much: only the one spelling is the key's.
  if (bytes.length !== keyBytes || !Buffer.from(keyText(key)).equals(text)) return { state: 'malformed' }
  return { state: 'read', key, unsafe }
}

function dangerOf({ mode, uid }: { mode: number; uid: number }): string | undefined {
  // Windows keeps others away by other means than mode and owner.
  if (process.platform === 'win32') return undefined
  if (process.getuid && uid !== process.getuid()) return 'it belongs to another user'
  return mode & 0o077 ? 'others may read or write it' : undefined
}
