import { z } from 'zod'
import { cutTo, text } from '../../kernel/text.ts'
import { canonicalLine } from '../../receipts/canonical.ts'
import { type Agent, enabledChiefs } from '../agents/registry.ts'
import { notFound, roomFault } from '../faults.ts'
import { hex, mintId } from '../ids.ts'
import { dataBlock } from '../prompts/blocks.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import { runTurn } from '../turns/run-turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import { packetSchema, TaskPacket, WrittenPacket } from './packet.ts'
import { plainPacket } from './plain-packet.ts'
import { stopContent, type TaskStop } from './receipt.ts'

export const RouteRequest = z.strictObject({
  message: text({ max: 65_536, bytes: true }),
  issueId: z.int().min(1),
  parentPacketId: TaskPacket.shape.packet_id.optional(),
  clarificationChoice: z.string().max(1024).optional().describe('One of the paths a clarifying packet offered'),
  skipToolCatalog: z.boolean().optional(),
  fallback: z.boolean().describe('Make a packet by rules where the Chief gives none that fits').optional(),
})
type RouteRequest = z.output<typeof RouteRequest>

export const RoutedTask = z.object({
  packet: z.strictObject(TaskPacket.shape).nullable().describe('Null where stopHook says why there is none'),
  fallback: z.boolean().describe('Made by rules, because the Chief gave no packet that fits'),
  taskId: z.string(),
  details: z.array(z.string()).optional(),
  stopHook: z.object({ type: z.string(), detail: z.string() }).nullable(),
  content: z.string().describe('The visible stop').optional(),
})

/** The Chief says who is to do what. The packet is filed with the issue before it is returned. */
export async function routeTask(room: Room, request: RouteRequest): Promise<z.output<typeof RoutedTask>> {
  const { message, issueId, parentPacketId, clarificationChoice: choice } = request
  const [chief, ...others] = enabledChiefs(await room.agents.read())
  if (!chief || others.length > 0) throw roomFault('chief_required', { count: chief ? 1 + others.length : 0 })
  if (!(await room.issues.get(issueId))) throw notFound('issue', { issueId })
  const snapshot = await room.workspace.vfs.snapshot()
  if (choice !== undefined && !('file' in snapshot.resolve(choice))) {
    throw roomFault('invalid_request', { field: 'clarificationChoice' })
  }
  const taskId = mintId('task', room.random)
  const plain = await plainPacket({ message, choice }, snapshot)
  // What is unclear to the rules is asked of a person, not guessed by a model.
  const asked =
    plain.intent === 'clarify' ? { written: plain } : await askChief(room, chief, taskId, request, plain, snapshot)
  if ('stop' in asked && request.fallback !== true) {
    const { stop, details } = asked
    return { packet: null, fallback: false, taskId, details, stopHook: stop, content: stopContent(stop.type) }
  }
  const written = 'written' in asked ? asked.written : plain
  const packet: TaskPacket = {
    packet_id: mintId('pkt', room.random),
    parent_issue_id: issueId,
    ...contentOf(written),
    ...(parentPacketId !== undefined && { parent_packet_id: parentPacketId }),
    timestamp: instant(room),
    requested_by: { agent_id: chief.id, reason: written.requested_by?.reason ?? 'Routed by the Chief.' },
  }
  const bytes = Buffer.from(canonicalLine(packet))
  await room.audit.fileWithIssue(issueId, [{ kind: 'packet', packetId: packet.packet_id, bytes }])
  const details = 'details' in asked ? asked.details : []
  return { packet, fallback: !('written' in asked), taskId, ...(details.length > 0 && { details }), stopHook: null }
}

/** Every path a packet names has to be one of the tree. */
export function unknownPaths({ inputs, target }: Pick<TaskPacket, 'inputs' | 'target'>, snapshot: Snapshot): string[] {
  const isKnown = (path: string) => 'file' in snapshot.resolve(path)
  const { canonical_path: path } = target
  return [
    ...inputs.files.flatMap((each, at) => (isKnown(each) ? [] : [`inputs.files[${at}]:invalid`])),
    ...(path === undefined || isKnown(path) ? [] : ['target.canonical_path:invalid']),
  ]
}

async function askChief(
  room: Room,
  chief: Agent,
  taskId: string,
  { message, clarificationChoice: choice, skipToolCatalog = false }: RouteRequest,
  plain: WrittenPacket,
  snapshot: Snapshot,
): Promise<{ written: WrittenPacket } | { stop: TaskStop; details: string[] }> {
  const { object, state, stopHook, schemaErrors } = await runTurn(room, {
    kind: 'json',
    surface: 'task',
    sessionId: taskId,
    taskId,
    turnId: mintId('turn', room.random),
    agent: chief,
    message: messageFor(room, message, choice, snapshot),
    skipToolCatalog,
    answer: {
      name: 'task_packet',
      schema: packetSchema,
      check: async given => {
        const read = WrittenPacket.safeParse(given)
        return read.success ? packetErrors(read.data, snapshot) : fieldErrors(WrittenPacket, given)
      },
      builtin: async () => plain,
    },
  })
  const read = WrittenPacket.safeParse(object)
  if (state === 'accepted' && read.success) return { written: read.data }
  const details = [...(schemaErrors ?? [stopHook?.code ?? stopHook?.type ?? state])]
  const isInvalid = stopHook?.code === 'schema_invalid' || state === 'accepted'
  const type = isInvalid ? 'invalid-packet' : (stopHook?.type ?? state)
  return { stop: { type, detail: details.slice(0, 10).join(', ') }, details }
}

function packetErrors(packet: WrittenPacket, snapshot: Snapshot): string[] {
  const isUnasked = packet.intent === 'clarify' && !packet.clarification
  return [...(isUnasked ? ['clarification:missing'] : []), ...unknownPaths(packet, snapshot)]
}

/** Without what the server sets itself. */
function contentOf({
  packet_id: _id,
  parent_issue_id: _issue,
  timestamp: _at,
  requested_by: _by,
  ...content
}: WrittenPacket) {
  return content
}

const maxPaths = 8000

function messageFor(room: Room, message: string, choice: string | undefined, { files }: Snapshot): string {
  const paths = cutTo(files.map(({ path }) => path).join('\n'), maxPaths)
  return [
    'Write one task packet for the request below: what is to be done, on which files, within which bounds.',
    dataBlock('files', paths, () => hex(room.random(4))),
    ...(choice === undefined ? [] : [`Asked which file is meant, the person chose: ${choice}`]),
    'The request:',
    message,
  ].join('\n\n')
}
