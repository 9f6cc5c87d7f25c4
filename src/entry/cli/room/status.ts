import type { z } from 'zod'
import { roomReindex } from '../../../room/audit/operations.ts'
import { roomStatusShow } from '../../../room/workspace/operations.ts'
import { counted } from '../diary/words.ts'
import { rows } from '../rows.ts'
import { visible } from '../visible.ts'
import type { RoomVerb } from './verb.ts'
import { facts } from './words.ts'

export const status: RoomVerb<[], object, z.output<typeof roomStatusShow.output>> = {
  usage: 'status',
  summary: 'how the room is: its Chief, who answers for each agent, the canon, the audit',
  examples: ['status', 'status --workspace ~/novel'],
  ask: ({ call }) => call(roomStatusShow, {}),
  show({ workspace, chief, agents, canon, audit, problems }, page) {
    facts(page, [
      ['room', workspace.displayName],
      ['project', workspace.projectId],
      ['chief', chief ?? 'not exactly one'],
      ['canon', canon.stale > 0 ? `${canon.status}, ${counted(canon.stale, 'card')} changed` : canon.status],
      ['audit', audit.status],
    ])
    page.line()
    const table = agents.map(agent => [
      { text: agent.id, paint: page.colors.bold },
      agent.role,
      agent.enabled ? agent.status : 'off',
      [agent.provider, agent.model].filter(Boolean).join(' '),
    ])
    page.data(rows(table, page))
    for (const file of problems) page.note(visible(`Cannot be read and is left alone: ${file}`))
  },
}

export const reindex: RoomVerb<[], object, z.output<typeof roomReindex.output>> = {
  usage: 'reindex',
  summary: 'make the rows about the room anew from its files; anchors are left as they are',
  examples: ['reindex'],
  ask: ({ call }) => call(roomReindex, {}),
  show({ receipts, sessions, evidence }, page) {
    page.line(`${counted(receipts, 'receipt')}, ${counted(sessions, 'session')}, ${evidence} of evidence`)
  },
}
