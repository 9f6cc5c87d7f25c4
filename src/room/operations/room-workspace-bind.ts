import { z } from 'zod'
import { projectOperation } from '../context.ts'
import { roomFault } from '../faults.ts'
import { WorkspaceView } from '../schema.ts'

export const roomWorkspaceBind = projectOperation({
  name: 'room_workspace_bind',
  summary: 'Gives the project a folder to work on and makes a workspace of it; what stands there stays as it is.',
  effect: 'change',
  access: 'admin',
  repeatable: true,
  audience: 'people',
  routes: ['POST /api/workspace'],
  input: z.strictObject({
    path: z
      .string()
      .min(1)
      .max(4096)
      .describe('An existing folder of the machine the server runs on; may be left out for the sample')
      .optional(),
    name: z.string().min(1).max(80).optional(),
    sample: z.boolean().describe('Begin with the sample story').default(false),
  }),
  output: WorkspaceView,
  toStatus: () => ({ http: 201 }),
  async run(given, { call, rooms, project }) {
    if (given.path === undefined && !given.sample) {
      throw roomFault('invalid_request', { fields: [{ path: 'path', rule: 'required unless sample' }] })
    }
    const { workspace } = await rooms.bind(project, call, given)
    return workspace.info()
  },
})
