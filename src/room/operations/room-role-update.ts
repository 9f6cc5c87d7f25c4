import { changeRole, RoleChange } from '../agents/edit-roles.ts'
import { roomOperation } from '../context.ts'
import { RoleView } from '../schema.ts'

export const roomRoleUpdate = roomOperation({
  name: 'room_role_update',
  summary: 'Change what every agent of a role is told; null takes a field away.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['PUT /api/role-settings/{role}'],
  input: RoleChange,
  output: RoleView,
  async run(given, { room }) {
    const { agents } = room
    return changeRole(agents, given)
  },
})
