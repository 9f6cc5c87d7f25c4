import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { keyFrom, newDerivation, openVault, seal, unseal } from './vault.ts'

const value = ['sk', 'v'.repeat(30)].join('-')
const passphrase = 'correct horse'
const origin = 'https://api.openai.com'
const start = Date.parse('2026-03-01T12:00:00.000Z')

function vaultIn(home = tempHome(), time = { now: start }) {
  return { home, time, file: join(home, 'keys.json'), vault: openVault({ home, clock: () => time.now }) }
}

it('a vault of keys gives back names and never values, in a file for its owner alone', async () => {
  const { vault, file } = vaultIn()
  const added = await vault.add({ provider: 'openai', label: 'Team', value, origin })
  expect(added).toEqual({
    provider: 'openai',
    id: expect.stringMatching(/^key_[0-9A-Za-z]{22}$/),
    label: 'Team',
    createdAt: '2026-03-01T12:00:00.000Z',
    lastUsedAt: null,
    origin,
  })
  expect(await vault.list()).toEqual([added])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(await vault.state()).toBe('plain')
  expect(await vault.valueOf('openai', added.id, origin)).toBe(value)
  expect(await vault.valueOf('anthropic', added.id, origin)).toBeUndefined()
})

it('a vault of keys says when a key was used last, to the minute', async () => {
  const { vault, time } = vaultIn()
  const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
  const used = async () => (await vault.list()).map(({ lastUsedAt }) => lastUsedAt)
  await vault.valueOf('openai', id, origin)
  expect(await used()).toEqual(['2026-03-01T12:00:00.000Z'])
  time.now += 59_000
  await vault.valueOf('openai', id, origin)
  expect(await used()).toEqual(['2026-03-01T12:00:00.000Z'])
  time.now += 1000
  await vault.valueOf('openai', id, origin)
  expect(await used()).toEqual(['2026-03-01T12:01:00.000Z'])
})

it('a vault of keys removes a key once', async () => {
  const { vault } = vaultIn()
  const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
  await vault.remove('openai', id)
  expect(await vault.list()).toEqual([])
  await expect(vault.remove('openai', id)).rejects.toMatchObject({ wire: 'not_found' })
})

it('a vault of keys keeps keys sealed, and locked in every process that has not said the passphrase', async () => {
  const { vault, home, file } = vaultIn()
  const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
  await vault.protect(passphrase)
  const second = await vault.add({ provider: 'anthropic', label: 'Mine', value, origin })
  expect(await vault.state()).toBe('unlocked')
  const text = readFileSync(file, 'utf8')
  for (const secret of [value, Buffer.from(value).toString('base64'), passphrase]) expect(text).not.toContain(secret)
  expect(JSON.parse(text).derivation).toMatchObject({ name: 'scrypt', N: 32768, r: 8, p: 1 })

  const { vault: other } = vaultIn(home)
  expect(await other.state()).toBe('locked')
  const refusal = { wire: 'vault_locked', code: 'UNAUTHORIZED' }
  await expect(other.list()).rejects.toMatchObject(refusal)
  await expect(other.valueOf('openai', id, origin)).rejects.toMatchObject(refusal)
  await expect(other.add({ provider: 'openai', label: 'x', value })).rejects.toMatchObject(refusal)
  await expect(other.remove('openai', id)).rejects.toMatchObject(refusal)
  await expect(other.protect('another one')).rejects.toMatchObject(refusal)
  await expect(other.unlock('wrong')).rejects.toMatchObject(refusal)
  expect(readFileSync(file, 'utf8')).toBe(text)

  await other.unlock(passphrase)
  expect(await other.valueOf('openai', id, origin)).toBe(value)
  expect(await other.valueOf('anthropic', second.id, origin)).toBe(value)
  other.lock()
  await expect(other.list()).rejects.toMatchObject(refusal)
})

it('a vault of keys locks others out when the passphrase changes, and opens for all when there is none', async () => {
  const { vault, home } = vaultIn()
  const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
  await vault.protect(passphrase)
  const { vault: other } = vaultIn(home)
  await other.unlock(passphrase)
  await vault.protect('a new passphrase')
  await expect(other.list()).rejects.toMatchObject({ wire: 'vault_locked' })
  await vault.protect(undefined)
  expect(await other.valueOf('openai', id, origin)).toBe(value)
})

it('a vault of keys is not used while others may read it', async () => {
  const { vault, file } = vaultIn()
  await vault.add({ provider: 'openai', label: 'Team', value, origin })
  chmodSync(file, 0o640)
  await expect(vault.list()).rejects.toMatchObject({
    code: 'KEY_UNSAFE',
    message: expect.not.stringContaining(value),
  })
})

it('a vault of keys leaves a foreign file alone, and never repeats what it holds', async () => {
  const { vault, file } = vaultIn()
  writeFileSync(file, JSON.stringify({ version: 9, keys: [value] }), { mode: 0o600 })
  const error = await vault.add({ provider: 'openai', label: 'Team', value, origin }).catch(each => each)
  expect(error).toMatchObject({ name: 'StoreCorrupt', file: 'keys.json' })
  expect(String(error.stack)).not.toContain(value)
  expect(readFileSync(file, 'utf8')).toContain('"version":9')
})

describe('a key of a vault', () => {
  const elsewhere = 'http://127.0.0.1:9'
  const refused = { wire: 'key_elsewhere', code: 'REFUSED' }

  it.each(['plain', 'sealed'])(
    'a key of a vault that is %s is handed out for its own origin and no other',
    async mode => {
      const { vault } = vaultIn()
      if (mode === 'sealed') await vault.protect(passphrase)
      const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
      await expect(vault.valueOf('openai', id, elsewhere)).rejects.toMatchObject({
        ...refused,
        details: { key: `openai:${id}`, storedFor: origin, address: elsewhere },
      })
      await expect(vault.bind('openai', id, elsewhere)).rejects.toMatchObject(refused)
      expect(await vault.list()).toMatchObject([{ origin, lastUsedAt: null }])
      expect(await vault.valueOf('openai', id, origin)).toBe(value)
    },
  )

  it.each(['plain', 'sealed'])(
    'a key of a vault that is %s and has no origin is sent nowhere until it gets one',
    async mode => {
      const { vault } = vaultIn()
      const { id } = await vault.add({ provider: 'openai', label: 'Old', value })
      if (mode === 'sealed') await vault.protect(passphrase)
      await expect(vault.valueOf('openai', id, origin)).rejects.toMatchObject(refused)
      await vault.bind('openai', id, origin)
      await vault.bind('openai', id, origin)
      expect(await vault.valueOf('openai', id, origin)).toBe(value)
      await expect(vault.bind('openai', id, elsewhere)).rejects.toMatchObject(refused)
      await expect(vault.bind('openai', 'gone', origin)).rejects.toMatchObject({ wire: 'not_found' })
    },
  )

  it('a key of a vault that is sealed no longer opens when another origin is written beside it', async () => {
    const { vault, file } = vaultIn()
    const { id } = await vault.add({ provider: 'openai', label: 'Team', value, origin })
    await vault.protect(passphrase)
    writeFileSync(file, readFileSync(file, 'utf8').replace(origin, elsewhere), { mode: 0o600 })
    await expect(vault.valueOf('openai', id, elsewhere)).rejects.toMatchObject({ wire: 'store_corrupt' })
  })
})

describe('wrong passphrases', () => {
  const minute = 60_000
  const wrong = { wire: 'vault_locked' }
  const wait = (ms: number) => ({ wire: 'vault_throttled', code: 'TOO_MANY_TRIES', details: { retry_after_ms: ms } })

  /** A vault whose passphrase costs little to try, because here it is tried often. */
  async function locked() {
    const opened = vaultIn()
    const derivation = { ...newDerivation(), N: 256 }
    const check = seal(await keyFrom(passphrase, derivation), 'check', '')
    const file = { version: 1, mode: 'encrypted', derivation, check, keys: [] }
    writeFileSync(opened.file, JSON.stringify(file), { mode: 0o600 })
    return opened
  }

  it('wrong passphrases make the next try wait, longer with each but never more than five minutes', async () => {
    const { vault, time } = await locked()
    for (let tries = 0; tries < 5; tries++) await expect(vault.unlock('wrong')).rejects.toMatchObject(wrong)
    const waits = [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map(seconds => seconds * 1000)
    for (const ms of waits) {
      await expect(vault.unlock(passphrase)).rejects.toMatchObject(wait(ms))
      time.now += ms - 1
      await expect(vault.unlock(passphrase)).rejects.toMatchObject(wait(1))
      time.now += 1
      await expect(vault.unlock('wrong')).rejects.toMatchObject(wrong)
    }
    time.now += 5 * minute
    await vault.unlock(passphrase)
    expect(await vault.state()).toBe('unlocked')
    await expect(vault.unlock('wrong')).rejects.toMatchObject(wrong)
  })

  it('wrong passphrases tried at once are counted one by one', async () => {
    const { vault } = await locked()
    const tried = await Promise.allSettled(Array.from({ length: 9 }, () => vault.unlock('wrong')))
    const wires = tried.map(each => (each.status === 'rejected' ? each.reason.wire : 'open'))
    expect(wires.filter(each => each === 'vault_locked')).toHaveLength(5)
    expect(wires.filter(each => each === 'vault_throttled')).toHaveLength(4)
  })

  it('wrong passphrases of long ago are forgotten', async () => {
    const { vault, time } = await locked()
    for (let tries = 0; tries < 5; tries++) await expect(vault.unlock('wrong')).rejects.toMatchObject(wrong)
    time.now += 11 * minute
    for (let tries = 0; tries < 5; tries++) await expect(vault.unlock('wrong')).rejects.toMatchObject(wrong)
    await expect(vault.unlock('wrong')).rejects.toMatchObject(wait(1000))
  })
})

describe('a sealed text', () => {
  const key = Buffer.alloc(32, 7)

  it('a sealed text opens under its key and name, and with any byte changed under none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(), fc.integer({ min: 1, max: 255 }), (text, at, change) => {
        const sealed = seal(key, 'openai:a', text)
        expect(unseal(key, 'openai:a', sealed)).toBe(Buffer.from(text).toString())
        expect(unseal(key, 'openai:b', sealed)).toBeUndefined()
        expect(unseal(Buffer.alloc(32, 8), 'openai:a', sealed)).toBeUndefined()
        const bytes = Buffer.from(sealed, 'base64')
        const place = at % bytes.length
        bytes[place] = (bytes[place] ?? 0) ^ change
        expect(unseal(key, 'openai:a', bytes.toString('base64'))).toBeUndefined()
        expect(unseal(key, 'openai:a', bytes.subarray(0, place).toString('base64'))).toBeUndefined()
      }),
    )
  })
})
