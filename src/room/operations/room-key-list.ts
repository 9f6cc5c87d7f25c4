import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { KeyView, VaultState } from '../schema.ts'

export const roomKeyList = roomOperation({
  name: 'room_key_list',
  summary: 'The stored keys of model services, without their values.',
  effect: 'read',
  access: 'owner',
  audience: 'people',
  routes: ['GET /api/settings/keys'],
  input: z.strictObject(PageInput),
  output: z.object({ keys: z.array(KeyView), vault: VaultState, nextCursor: z.string().nullable() }),
  async run(page, { room }) {
    const { keys } = room
    const { items, nextCursor } = pageOf(await keys.list(), ({ id }) => id, page)
    return { keys: items, vault: await keys.state(), nextCursor }
  },
})
