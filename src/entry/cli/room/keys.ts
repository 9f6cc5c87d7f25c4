import type { z } from 'zod'
import { roomKeysFix, roomKeysRotate } from '../../../room/audit/operations.ts'
import { roomKeyAdd, roomKeyList, roomKeyProtect, roomKeyRemove, roomKeyUnlock } from '../../../room/keys/operations.ts'
import { usageFault } from '../failure.ts'
import { when } from '../records/words.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import { readSecret } from './read-secret.ts'
import type { RoomVerb } from './verb.ts'

export const keysRotate: RoomVerb<[], object, z.output<typeof roomKeysRotate.output>> = {
  usage: 'rotate',
  summary: 'sign receipts with a new key from now on; those signed with the old one stay valid',
  examples: ['keys rotate'],
  ask: ({ call }) => call(roomKeysRotate, {}),
  show: ({ from, to }, page) => page.line(`${from} -> ${to}`),
}

export const keysFix: RoomVerb<[], object, z.output<typeof roomKeysFix.output>> = {
  usage: 'fix',
  summary: 'make the signing keys plain files that nobody else may open',
  examples: ['keys fix'],
  ask: ({ call }) => call(roomKeysFix, {}),
  show({ fixed }, page) {
    for (const id of fixed) page.line(id)
    page.note(
      fixed.length === 0 ? 'They are as they should be.' : 'Mended. See whether all verifies: daybook room verify',
    )
  },
}

export const keysAdd: RoomVerb<
  [provider: string],
  { label?: string; baseUrl?: string },
  z.output<typeof roomKeyAdd.output>
> = {
  usage: 'add <provider>',
  summary: 'store the key of a model service on this machine; it is typed unseen or read from stdin',
  options: [
    ['--label <text>', 'what you call it'],
    ['--base-url <url>', 'the only address it is sent to, in place of the usual one of the provider'],
  ],
  examples: ['keys add openai --label work', 'keys add anthropic < key.txt'],
  speaks: true,
  async ask({ call }, { label, baseUrl }, provider) {
    const value = await readSecret('Key (not shown): ')
    return call(roomKeyAdd, { provider, label: label ?? provider, value, ...(baseUrl !== undefined && { baseUrl }) })
  },
  show({ provider, id, origin }, page) {
    page.line(`${provider}:${id}`)
    page.note(visible(origin ? `It is sent to ${origin} only.` : 'It belongs to the first address you name it with.'))
    page.note(visible(`Use it: daybook room agents set <agent> --provider ${provider} --key ${provider}:${id}`))
  },
}

export const keysList: RoomVerb<[], object, z.output<typeof roomKeyList.output>> = {
  usage: 'list',
  summary: 'the stored keys of model services; never their values',
  examples: ['keys list', 'keys list --unlock'],
  speaks: true,
  ask: ({ call }) => call(roomKeyList, { limit: 200 }),
  show({ keys, vault }, page) {
    const table = keys.map(({ provider, id, label, createdAt, lastUsedAt, origin }) => [
      { text: `${provider}:${id}`, paint: page.colors.bold },
      when(createdAt),
      lastUsedAt ? `used ${when(lastUsedAt)}` : 'never used',
      origin ?? 'no address yet',
      label,
    ])
    page.data(rows(table, page))
    page.note(vault === 'plain' ? 'Kept in a private file. Encrypt it: daybook room keys protect' : 'Encrypted.')
  },
}

export const keysRemove: RoomVerb<[key: string], object, z.output<typeof roomKeyRemove.output>> = {
  usage: 'remove <key>',
  summary: 'forget a stored key, named as keys list shows it',
  examples: ['keys remove openai:key_…'],
  speaks: true,
  ask({ call }, _, key) {
    const [, provider, id] = /^([a-z0-9-]+):([A-Za-z0-9_-]+)$/.exec(key) ?? []
    if (provider === undefined || id === undefined) {
      throw usageFault('A key is named <provider>:<id>.', 'See them: daybook room keys list')
    }
    return call(roomKeyRemove, { provider, id })
  },
  show: (_, page) => page.note('Removed. Agents that name it say that their key is missing.'),
}

export const keysUnlock: RoomVerb<[], object, z.output<typeof roomKeyUnlock.output>> = {
  usage: 'unlock',
  summary: 'try the passphrase of encrypted keys; each process is unlocked by itself, commands with --unlock',
  examples: ['keys unlock', 'keys unlock < passphrase.txt'],
  async ask({ call }) {
    return call(roomKeyUnlock, { passphrase: await readSecret('Passphrase: ') })
  },
  show({ vault }, page) {
    page.line(vault)
    page.note('This counts for one command: add --unlock to those that need keys. A server is unlocked on its page.')
  },
}

export const keysProtect: RoomVerb<[], { plain?: true }, z.output<typeof roomKeyProtect.output>> = {
  usage: 'protect',
  summary: 'encrypt the stored keys with a passphrase of at least 8 characters, typed unseen or read from stdin',
  options: [['--plain', 'take the passphrase away: a private file again']],
  examples: ['keys protect', 'keys protect --plain --unlock'],
  speaks: true,
  async ask({ call }, { plain }) {
    return call(roomKeyProtect, { passphrase: plain ? null : await readSecret('New passphrase: ') })
  },
  show: ({ vault }, page) => page.line(vault === 'plain' ? 'plain' : 'encrypted'),
}
