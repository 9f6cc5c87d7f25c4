import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { Fault } from '../../kernel/fault.ts'
import { type JsonStore, jsonStore } from '../store/json-store.ts'

export const KeyProvider = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)
export const KeyId = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/)

const Key = z.strictObject({
  provider: KeyProvider,
  id: KeyId,
  label: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** The only origin it is sent to. Keys stored by older versions have none until the owner names an address for them. */
  origin: z.string().optional(),
  /** As it is, or sealed. */
  value: z.string(),
})
export type Key = z.output<typeof Key>

const KeyFile = z.discriminatedUnion('mode', [
  z.strictObject({ version: z.literal(1), mode: z.literal('plain'), keys: z.array(Key) }),
  z.strictObject({
    version: z.literal(1),
    mode: z.literal('encrypted'),
    derivation: z.strictObject({
      name: z.literal('scrypt'),
      // Whoever can write the file cannot make opening it cost more than a machine has.
      N: z
        .int()
        .min(2)
        .max(2 ** 20),
      r: z.int().min(1).max(16),
      p: z.int().min(1).max(4),
      salt: z.string(),
    }),
    /** An empty text under the same key: says whether a passphrase is the right one. */
    check: z.string(),
    keys: z.array(Key),
  }),
])
export type KeyFile = z.output<typeof KeyFile>

/** `keys.json` in DAYBOOK_HOME: for its owner alone, and outside of every workspace. */
export function keyFileStore(home: string): JsonStore<KeyFile> {
  const file = join(home, 'keys.json')
  const store = jsonStore({
    file,
    locks: join(home, 'locks'),
    schema: KeyFile,
    empty: (): KeyFile => ({ version: 1, mode: 'plain', keys: [] }),
  })
  return {
    async read() {
      await ownersAlone(file)
      return store.read()
    },
    async change(work) {
      await ownersAlone(file)
      return store.change(work)
    },
  }
}

async function ownersAlone(file: string): Promise<void> {
  // Windows keeps others away by other means than the mode.
  if (process.platform === 'win32') return
  try {
    if (((await stat(file)).mode & 0o077) === 0) return
  } catch (error) {
    if (isCode(error, 'ENOENT')) return
    throw error
  }
  throw new Fault('KEY_UNSAFE', 'Others may read the file with the keys of model services.', {
    details: { file: 'keys.json' },
    hint: 'Make it yours alone with chmod 600, and replace the keys in it if others had access.',
  })
}
