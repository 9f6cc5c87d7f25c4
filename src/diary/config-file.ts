import { mkdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withLock } from '../files/lock.ts'
import { isCode, replaceFile } from '../files/replace.ts'
import { reject } from './rejection.ts'
import type { DiarySettings } from './settings.ts'
import { fileText, isStoredObject, jsonIn, type StoredObject } from './workspace/json-file.ts'

/**
 * Changes the section `diary` of the config file in one step. Everything else in the file stays, also what this version
 * does not know; a file that holds something else than settings is refused, never replaced.
 */
export async function changeDiaryConfig(
  { configFile, lockTimeoutMs }: Pick<DiarySettings, 'configFile' | 'lockTimeoutMs'>,
  change: (section: StoredObject) => StoredObject,
): Promise<void> {
  await mkdir(dirname(configFile), { recursive: true, mode: 0o700 })
  const lock = join(dirname(configFile), '.locks', 'config')
  await withLock(lock, 'named', lockTimeoutMs, async () => {
    const config = await readConfig(configFile)
    const section = config.diary ?? {}
    if (!isStoredObject(section)) unusable('its section diary is not an object')
    const target = await realpath(configFile).catch(() => configFile)
    await replaceFile(target, fileText({ ...config, diary: change(section) }))
  })
}

async function readConfig(file: string): Promise<StoredObject> {
  const text = await readFile(file, 'utf8').catch(error => {
    if (isCode(error, 'ENOENT')) return '{}'
    return unusable('it cannot be read')
  })
  const value = jsonIn(text)
  return isStoredObject(value) ? value : unusable('it holds no JSON object')
}

function unusable(why: string): never {
  return reject('config', `the config file was left alone: ${why}`, 'correct it or move it away, then try again')
}
