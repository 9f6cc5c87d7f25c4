import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { baseUrlProblem } from '../../models/checked-fetch.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { roomFault } from '../faults.ts'
import { PageInput, pageOf } from '../page.ts'
import { KeyView, VaultState } from '../schema.ts'
import { KeyId, KeyProvider } from './vault.ts'

export const roomKeyList = roomQuery({
  name: 'room_key_list',
  summary: 'The stored keys of model services, without their values.',
  access: 'owner',
  routes: ['GET /api/settings/keys'],
  input: z.strictObject(PageInput),
  output: z.object({ keys: z.array(KeyView), vault: VaultState, nextCursor: z.string().nullable() }),
  async run(page, { room: { keys } }) {
    const { items, nextCursor } = pageOf(await keys.list(), ({ id }) => id, page)
    return { keys: items, vault: await keys.state(), nextCursor }
  },
})

export const roomKeyAdd = roomCommand({
  name: 'room_key_add',
  summary:
    'Store the key of a model service on this machine, for one address. From then on it can be named, used and removed, not read.',
  effect: 'append',
  access: 'owner',
  routes: ['POST /api/settings/keys'],
  input: z.strictObject({
    provider: KeyProvider,
    label: text({ max: 80, oneLine: true }).describe('What you call it'),
    baseUrl: z
      .string()
      .max(2000)
      .optional()
      .describe('The only address it is sent to; as the provider is configured when absent'),
    // Only characters allowed in an HTTP header.
    value: z.string().regex(/^[\x21-\x7e]{1,4096}$/),
  }),
  output: KeyView,
  toStatus: () => ({ http: 201 }),
  async run({ baseUrl, ...key }, { room: { keys, agentModels } }) {
    const rule = baseUrl === undefined ? undefined : baseUrlProblem(baseUrl)
    if (rule) throw roomFault('invalid_request', { field: 'baseUrl', rule })
    const { to } = agentModels.previewRequest({ provider: key.provider, baseUrl })
    return keys.add({ ...key, ...(to !== null && { origin: new URL(to).origin }) })
  },
})

export const roomKeyRemove = roomCommand({
  name: 'room_key_remove',
  summary: 'Remove a stored key. Agents that name it report that their key is missing.',
  effect: 'destroy',
  access: 'owner',
  routes: ['DELETE /api/settings/keys/{provider}/{id}'],
  input: z.strictObject({ provider: KeyProvider, id: KeyId }),
  output: z.object({ removed: z.literal(true) }),
  async run({ provider, id }, { room: { keys } }) {
    await keys.remove(provider, id)
    return { removed: true } as const
  },
})

export const roomKeyUnlock = roomCommand({
  name: 'room_key_unlock',
  summary: 'Open the encrypted keys with their passphrase, for as long as this process runs.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  routes: ['POST /api/settings/keys/unlock'],
  input: z.strictObject({ passphrase: z.string().min(1).max(1024) }),
  output: z.object({ vault: VaultState }),
  async run({ passphrase }, { room: { keys } }) {
    await keys.unlock(passphrase)
    return { vault: await keys.state() }
  },
})

export const roomKeyLock = roomCommand({
  name: 'room_key_lock',
  summary: 'Forget the passphrase of the encrypted keys in this process.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  routes: ['POST /api/settings/keys/lock'],
  input: z.strictObject({}),
  output: z.object({ vault: VaultState }),
  async run(_, { room: { keys } }) {
    keys.lock()
    return { vault: await keys.state() }
  },
})

export const roomKeyProtect = roomCommand({
  name: 'room_key_protect',
  summary: 'Encrypt the stored keys with a passphrase, change it, or, with null, store them in a private plain file.',
  effect: 'change',
  access: 'owner',
  repeatable: true,
  routes: ['PUT /api/settings/keys/passphrase'],
  input: z.strictObject({ passphrase: z.string().min(8).max(1024).nullable() }),
  output: z.object({ vault: VaultState }),
  async run({ passphrase }, { room: { keys } }) {
    await keys.protect(passphrase ?? undefined)
    return { vault: await keys.state() }
  },
})
