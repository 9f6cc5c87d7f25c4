import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { roomOperation } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { requireId } from '../ids.ts'
import { requireAgent } from '../issues/personal.ts'
import { recorderOf } from '../telemetry/recorder.ts'
import { countReported } from '../telemetry/reported.ts'

export const roomTelemetryReport = roomOperation({
  name: 'room_telemetry_report',
  summary: 'Counts one refusal that a page saw in a conference, by its bucket or code.',
  effect: 'append',
  access: 'writer',
  audience: 'people',
  routes: ['POST /api/telemetry/conference'],
  input: z.strictObject({ conferenceId: z.string(), agentId: z.string().optional(), type: z.string().max(80) }),
  output: z.object({ status: z.literal('ok') }),
  async run({ conferenceId, agentId, type }, { room }) {
    const counted = countReported({ conferenceId: requireId(conferenceId), agentId, type })
    if (!counted) throw roomFault('invalid_request', { field: 'type' })
    const record = join(room.control, 'conferences', conferenceId, 'conference.json')
    if (!existsSync(record)) throw notFound('conference', { conferenceId })
    if (agentId !== undefined) await requireAgent(room, agentId)
    recorderOf(room).count(counted)
    return { status: 'ok' as const }
  },
})
