import { z } from 'zod'
import { roleViews } from '../agents/edit-roles.ts'
import { roomOperation } from '../context.ts'
import { PageInput, pageOf } from '../page.ts'
import { RoleView } from '../schema.ts'

export const roomRoleList = roomOperation({
  name: 'room_role_list',
  summary: 'Every role with its shipped charter and what was set up for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/role-settings'],
  input: z.strictObject(PageInput),
  output: z.object({ roleSettings: z.array(RoleView), nextCursor: z.string().nullable() }),
  async run(page, { room }) {
    const { agents } = room
    const { items, nextCursor } = pageOf(roleViews(await agents.read()), ({ role }) => role, page)
    return { roleSettings: items, nextCursor }
  },
})
