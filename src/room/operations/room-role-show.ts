import { z } from 'zod'
import { RoleName, roleView } from '../agents/edit-roles.ts'
import { roomOperation } from '../context.ts'
import { RoleView } from '../schema.ts'

export const roomRoleShow = roomOperation({
  name: 'room_role_show',
  summary: 'One role, under any of its names: its shipped charter and what was set up for it.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/role-settings/{role}'],
  input: z.strictObject({ role: RoleName }),
  output: RoleView,
  async run({ role }, { room }) {
    const { agents } = room
    return roleView(await agents.read(), role)
  },
})
