import { z } from 'zod'
import { chiefs } from '../agents/registry.ts'
import { canonStatus } from '../canon/status.ts'
import { roomOperation } from '../context.ts'
import { AgentStatus, AuditStatus, WorkspaceView } from '../schema.ts'

export const roomStatusShow = roomOperation({
  name: 'room_status_show',
  summary: 'How the room is: its workspace, its Chief, who answers for each agent, the canon, the audit.',
  effect: 'read',
  access: 'reader',
  audience: 'people',
  routes: ['GET /api/room/status'],
  input: z.strictObject({}),
  output: z.object({
    workspace: WorkspaceView,
    /** Null unless there is exactly one. */
    chief: z.string().nullable(),
    agents: z.array(AgentStatus),
    canon: z.object({ indexed: z.boolean(), status: z.enum(['none', 'building', 'indexed', 'stale']), stale: z.int() }),
    audit: z.object({ status: AuditStatus }),
    providers: z.array(z.object({ provider: z.string(), status: z.string() })),
    /** Files of the workspace that cannot be read and are left alone. */
    problems: z.array(z.string()),
  }),
  async run(_, { room }) {
    const { workspace, agents, agentModels, audit } = room
    const registry = await agents.read()
    const [chief, ...others] = chiefs(registry)
    const shown = await Promise.all(
      registry.agents.map(async agent => {
        const { id, name, role, enabled } = agent
        return { id, name, role, enabled, ...(await agentModels.status(agent)) }
      }),
    )
    const { indexed, status, stale } = await canonStatus(room)
    return {
      workspace: await workspace.info(),
      chief: others.length === 0 ? (chief?.id ?? null) : null,
      agents: shown,
      canon: { indexed, status, stale: stale.length },
      audit: { status: (await audit.verify({ fresh: false })).status },
      providers: providersOf(shown),
      problems: workspace.problems,
    }
  },
})

function providersOf(agents: readonly { provider: string; status: string }[]) {
  const byName = new Map(agents.map(({ provider, status }) => [provider, status]))
  return [...byName]
    .map(([provider, status]) => ({ provider, status }))
    .sort((a, b) => (a.provider < b.provider ? -1 : 1))
}
