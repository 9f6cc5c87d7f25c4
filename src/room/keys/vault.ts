import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ifExists } from '../../files/if-exists.ts'
import { Fault } from '../../kernel/fault.ts'
import { makeHandle } from '../../kernel/handles.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { notFound, roomFault } from '../faults.ts'
import type { KeyView } from '../schema.ts'
import { type JsonStore, jsonStoreIn } from '../store/json-store.ts'

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
type Key = z.output<typeof Key>

/** How the key of a passphrase is made; written beside what it seals. */
const Derivation = z.strictObject({
  name: z.literal('scrypt'),
  // Limits, so that a changed file cannot make opening it cost more than a machine has.
  N: z
    .int()
    .min(2)
    .max(2 ** 20),
  r: z.int().min(1).max(16),
  p: z.int().min(1).max(4),
  /** Base64. */
  salt: z.string(),
})
type Derivation = z.output<typeof Derivation>

const KeyFile = z.discriminatedUnion('mode', [
  z.strictObject({ version: z.literal(1), mode: z.literal('plain'), keys: z.array(Key) }),
  z.strictObject({
    version: z.literal(1),
    mode: z.literal('encrypted'),
    derivation: Derivation,
    /** An empty text under the same key: says whether a passphrase is the right one. */
    check: z.string(),
    keys: z.array(Key),
  }),
])
type KeyFile = z.output<typeof KeyFile>

/** `keys.json` in DAYBOOK_HOME: for its owner alone, and outside of every workspace. */
function keyFileStore(home: string): JsonStore<KeyFile> {
  const file = join(home, 'keys.json')
  const store = jsonStoreIn(home, 'keys.json', KeyFile, { version: 1, mode: 'plain', keys: [] })
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
  const found = await ifExists(stat(file))
  if (((found?.mode ?? 0) & 0o077) === 0) return
  throw new Fault('KEY_UNSAFE', 'Others may read the file with the keys of model services.', {
    details: { file: 'keys.json' },
    hint: 'Make it yours alone with chmod 600, and replace the keys in it if others had access.',
  })
}

/** What may be shown of a key. */
type ShownKey = z.output<typeof KeyView>

/** The keys of model services on this machine. A process opens it once; unlocking counts for that process. */
export interface KeyVault {
  state(): Promise<'plain' | 'locked' | 'unlocked'>
  list(): Promise<ShownKey[]>
  /** Without an origin it is sent nowhere until `bind` gives it one. */
  add(key: { provider: string; label: string; value: string; origin?: string | undefined }): Promise<ShownKey>
  remove(provider: string, id: string): Promise<void>
  /** Gives a key without an origin the one it may be sent to; one that has another is refused. */
  bind(provider: string, id: string, origin: string): Promise<void>
  /**
   * For the call to that origin and nothing else: a key that belongs elsewhere is refused. Undefined when there is none
   * of that name.
   */
  valueOf(provider: string, id: string, origin: string): Promise<string | undefined>
  /** Wrong passphrases make the next try wait, longer with each. */
  unlock(passphrase: string): Promise<void>
  lock(): void
  /** Seals every key under a new passphrase, or, without one, keeps them as they are from now on. */
  protect(passphrase: string | undefined): Promise<void>
}

type Sealed = Extract<KeyFile, { mode: 'encrypted' }>
type Unlocked = { salt: string; key: Uint8Array } | undefined

const checkName = 'check'
/** A key in steady use is not written about with every call. */
const usedEveryMs = 60_000

/** So many wrong passphrases are mistakes of a person; after that every further one doubles the wait. */
const freeTries = 5
const firstWaitMs = 1000
const longestWaitMs = 5 * 60_000

export function openVault({ home, clock }: { home: string; clock: Clock }): KeyVault {
  const store = keyFileStore(home)
  let unlocked: Unlocked
  let wrongTries = { count: 0, lastAt: 0 }

  return {
    async state() {
      const file = await store.read()
      return file.mode === 'plain' ? 'plain' : keyFor(file, unlocked) ? 'unlocked' : 'locked'
    },
    async list() {
      return openKeys(await store.read(), unlocked).map(shownKey)
    },
    add({ provider, label, value, origin }) {
      const id = makeHandle('key')
      return store.change(file => {
        openKeys(file, unlocked)
        const createdAt = formatInstant(clock())
        const key: Key = { provider, id, label, createdAt, lastUsedAt: null, ...(origin && { origin }), value }
        return { next: { ...file, keys: [...file.keys, sealKey(file, unlocked, key)] }, result: shownKey(key) }
      })
    },
    remove: (provider, id) =>
      store.change(file => {
        openKeys(file, unlocked)
        const keys = file.keys.filter(key => !isNamed(key, provider, id))
        if (keys.length === file.keys.length) throw notFound('key', { provider, id })
        return { next: { ...file, keys }, result: undefined }
      }),
    bind: (provider, id, origin) =>
      store.change(file => {
        const keys = openKeys(file, unlocked)
        const key = keys.find(each => isNamed(each, provider, id))
        if (!key) throw notFound('key', { provider, id })
        if (key.origin === origin) return { result: undefined }
        if (key.origin !== undefined) throw elsewhere(key, origin)
        const bound = sealKey(file, unlocked, { ...key, origin })
        const next = { ...file, keys: file.keys.map(each => (isNamed(each, provider, id) ? bound : each)) }
        return { next, result: undefined }
      }),
    async valueOf(provider, id, origin) {
      const file = await store.read()
      if (!file.keys.some(key => isNamed(key, provider, id))) return undefined
      const key = openKeys(file, unlocked).find(each => isNamed(each, provider, id))
      if (key && key.origin !== origin) throw elsewhere(key, origin)
      const last = key?.lastUsedAt ? Date.parse(key.lastUsedAt) : Number.NEGATIVE_INFINITY
      if (key && clock() - last >= usedEveryMs) await noteUse(provider, id)
      return key?.value
    },
    async unlock(passphrase) {
      const file = await store.read()
      if (file.mode === 'plain') return
      countTry()
      const key = await keyFrom(passphrase, file.derivation)
      if (unseal(key, checkName, file.check) === undefined) throw roomFault('vault_locked', { reason: 'passphrase' })
      wrongTries = { count: 0, lastAt: 0 }
      unlocked = { salt: file.derivation.salt, key }
    },
    lock() {
      unlocked = undefined
    },
    async protect(passphrase) {
      const derivation = newDerivation()
      const key = passphrase === undefined ? undefined : await keyFrom(passphrase, derivation)
      await store.change(file => {
        const keys = openKeys(file, unlocked)
        if (!key) return { next: { version: 1, mode: 'plain', keys }, result: undefined }
        const next: Sealed = { version: 1, mode: 'encrypted', derivation, check: seal(key, checkName, ''), keys: [] }
        const now = { salt: derivation.salt, key }
        return { next: { ...next, keys: keys.map(each => sealKey(next, now, each)) }, result: undefined }
      })
      unlocked = key && { salt: derivation.salt, key }
    },
  }

  /** Counted as wrong before it is known, so that many tries at once wait as they would one after another. */
  function countTry(): void {
    const now = clock()
    const { count, lastAt } = wrongTries
    const waitMs = count < freeTries ? 0 : Math.min(firstWaitMs * 2 ** (count - freeTries), longestWaitMs)
    // A clock that was set back must not lengthen the wait.
    const leftMs = waitMs - Math.max(now - lastAt, 0)
    if (leftMs > 0) throw roomFault('vault_throttled', { retry_after_ms: leftMs })
    // After a pause as long as the longest wait, counting starts over.
    wrongTries = { count: (now - lastAt >= longestWaitMs + waitMs ? 0 : count) + 1, lastAt: now }
  }

  function noteUse(provider: string, id: string): Promise<void> {
    const lastUsedAt = formatInstant(clock())
    return store.change(file => {
      const keys = file.keys.map(key => (isNamed(key, provider, id) ? { ...key, lastUsedAt } : key))
      return { next: { ...file, keys }, result: undefined }
    })
  }
}

/** Every key with its value; refused while the vault is locked or has another passphrase by now. */
function openKeys(file: KeyFile, unlocked: Unlocked): Key[] {
  if (file.mode === 'plain') return file.keys
  const key = keyFor(file, unlocked)
  if (!key) throw roomFault('vault_locked')
  return file.keys.map(each => {
    const value = unseal(key, nameOf(each), each.value)
    if (value === undefined) throw roomFault('store_corrupt', { file: 'keys.json' })
    return { ...each, value }
  })
}

function sealKey(file: KeyFile, unlocked: Unlocked, key: Key): Key {
  const by = file.mode === 'encrypted' ? keyFor(file, unlocked) : undefined
  return by ? { ...key, value: seal(by, nameOf(key), key.value) } : key
}

function keyFor({ derivation }: Sealed, unlocked: Unlocked): Uint8Array | undefined {
  return unlocked?.salt === derivation.salt ? unlocked.key : undefined
}

/** What a value is sealed for: in an encrypted file, changing where a key is sent takes the passphrase. */
function nameOf({ provider, id, origin }: Key): string {
  return origin === undefined ? `${provider}:${id}` : `${provider}:${id} ${origin}`
}

function elsewhere({ provider, id, origin }: Key, asked: string) {
  return roomFault('key_elsewhere', { key: `${provider}:${id}`, storedFor: origin ?? null, address: asked })
}

function isNamed(key: Key, provider: string, id: string): boolean {
  return key.provider === provider && key.id === id
}

function shownKey({ provider, id, label, createdAt, lastUsedAt, origin }: Key): ShownKey {
  return { provider, id, label, createdAt, lastUsedAt, origin: origin ?? null }
}

export function newDerivation(): Derivation {
  return { name: 'scrypt', N: 2 ** 15, r: 8, p: 1, salt: randomBytes(16).toString('base64') }
}

export function keyFrom(passphrase: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** AES-256-GCM: nonce, sealed text and tag in one base64 text. It opens only under the name it was sealed for. */
export function seal(key: Uint8Array, name: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Undefined when the key is another one, or anything was changed. */
export function unseal(key: Uint8Array, name: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(bytes.length - tagBytes))
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const nonceBytes = 12
const tagBytes = 16
