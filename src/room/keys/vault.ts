import { makeHandle } from '../../kernel/handles.ts'
import { type Clock, formatInstant } from '../../kernel/instants.ts'
import { notFound, roomFault } from '../faults.ts'
import { type Key, type KeyFile, keyFileStore } from './key-file.ts'
import { keyFrom, newDerivation, seal, unseal } from './sealed.ts'

/** What may be shown of a key. */
export type KeyEntry = Omit<Key, 'value'>

/** The keys of model services on this machine. A process opens it once; unlocking counts for that process. */
export interface KeyVault {
  state(): Promise<'plain' | 'locked' | 'unlocked'>
  list(): Promise<KeyEntry[]>
  add(key: { provider: string; label: string; value: string }): Promise<KeyEntry>
  remove(provider: string, id: string): Promise<void>
  /** For whoever calls the service, and nobody else. Undefined when there is none of that name. */
  valueOf(provider: string, id: string): Promise<string | undefined>
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

export function openVault({ home, clock }: { home: string; clock: Clock }): KeyVault {
  const store = keyFileStore(home)
  let unlocked: Unlocked

  return {
    async state() {
      const file = await store.read()
      return file.mode === 'plain' ? 'plain' : keyFor(file, unlocked) ? 'unlocked' : 'locked'
    },
    async list() {
      return opened(await store.read(), unlocked).map(entryOf)
    },
    add({ provider, label, value }) {
      const id = makeHandle('key')
      return store.change(file => {
        opened(file, unlocked)
        const key = { provider, id, label, createdAt: formatInstant(clock()), lastUsedAt: null, value }
        return { next: { ...file, keys: [...file.keys, stored(file, unlocked, key)] }, result: entryOf(key) }
      })
    },
    remove: (provider, id) =>
      store.change(file => {
        opened(file, unlocked)
        const keys = file.keys.filter(key => !isNamed(key, provider, id))
        if (keys.length === file.keys.length) throw notFound('key', { provider, id })
        return { next: { ...file, keys }, result: undefined }
      }),
    async valueOf(provider, id) {
      const file = await store.read()
      if (!file.keys.some(key => isNamed(key, provider, id))) return undefined
      const key = opened(file, unlocked).find(each => isNamed(each, provider, id))
      const last = key?.lastUsedAt ? Date.parse(key.lastUsedAt) : Number.NEGATIVE_INFINITY
      if (key && clock() - last >= usedEveryMs) await noteUse(provider, id)
      return key?.value
    },
    async unlock(passphrase) {
      const file = await store.read()
      if (file.mode === 'plain') return
      const key = await keyFrom(passphrase, file.derivation)
      if (unseal(key, checkName, file.check) === undefined) throw roomFault('vault_locked', { reason: 'passphrase' })
      unlocked = { salt: file.derivation.salt, key }
    },
    lock() {
      unlocked = undefined
    },
    async protect(passphrase) {
      const derivation = newDerivation()
      const key = passphrase === undefined ? undefined : await keyFrom(passphrase, derivation)
      await store.change(file => {
        const keys = opened(file, unlocked)
        if (!key) return { next: { version: 1, mode: 'plain', keys }, result: undefined }
        const next: Sealed = { version: 1, mode: 'encrypted', derivation, check: seal(key, checkName, ''), keys: [] }
        const now = { salt: derivation.salt, key }
        return { next: { ...next, keys: keys.map(each => stored(next, now, each)) }, result: undefined }
      })
      unlocked = key && { salt: derivation.salt, key }
    },
  }

  function noteUse(provider: string, id: string): Promise<void> {
    const lastUsedAt = formatInstant(clock())
    return store.change(file => {
      const keys = file.keys.map(key => (isNamed(key, provider, id) ? { ...key, lastUsedAt } : key))
      return { next: { ...file, keys }, result: undefined }
    })
  }
}

/** Every key with its value; a vault that is locked, or was given another passphrase meanwhile, tells nothing. */
function opened(file: KeyFile, unlocked: Unlocked): Key[] {
  if (file.mode === 'plain') return file.keys
  const key = keyFor(file, unlocked)
  if (!key) throw roomFault('vault_locked')
  return file.keys.map(each => {
    const value = unseal(key, nameOf(each), each.value)
    if (value === undefined) throw roomFault('store_corrupt', { file: 'keys.json' })
    return { ...each, value }
  })
}

function stored(file: KeyFile, unlocked: Unlocked, key: Key): Key {
  const by = file.mode === 'encrypted' ? keyFor(file, unlocked) : undefined
  return by ? { ...key, value: seal(by, nameOf(key), key.value) } : key
}

function keyFor({ derivation }: Sealed, unlocked: Unlocked): Uint8Array | undefined {
  return unlocked?.salt === derivation.salt ? unlocked.key : undefined
}

function nameOf({ provider, id }: Key): string {
  return `${provider}:${id}`
}

function isNamed(key: Key, provider: string, id: string): boolean {
  return key.provider === provider && key.id === id
}

function entryOf({ provider, id, label, createdAt, lastUsedAt }: Key): KeyEntry {
  return { provider, id, label, createdAt, lastUsedAt }
}
