import { statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Fault } from '../kernel/fault.ts'
import type { Provider } from './providers.ts'

/** The key of a service, read when it is needed and kept nowhere. Undefined when it needs none. */
export async function readKey(
  { name, api_key_env, api_key_file }: Provider,
  env: { [name: string]: string | undefined },
): Promise<string | undefined> {
  const key = (api_key_env && env[api_key_env]) || (api_key_file && (await keyIn(api_key_file)))
  if (key) return key
  if (!api_key_env && !api_key_file) return undefined
  throw new Fault('INVALID_INPUT', `There is no key for the model provider ${name}.`, {
    hint: api_key_env ? `Set ${api_key_env}.` : `Put the key into the file that models.providers.${name} names.`,
  })
}

async function keyIn(file: string): Promise<string> {
  const unreadable = new Fault('INVALID_INPUT', 'The file with the key of the model provider cannot be used.', {
    details: { file },
    hint: 'It must exist and be readable by you alone: chmod 600.',
  })
  try {
    // On Windows the mode says nothing about who may read.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) throw unreadable
    return (await readFile(file, 'utf8')).trim()
  } catch {
    throw unreadable
  }
}
