import type { Agent } from '../agents/registry.ts'
import { validateReply } from '../evidence/validate-reply.ts'
import type { Room } from '../room.ts'
import type { TaskPacket } from './packet.ts'
import type { WrittenReceipt } from './receipt.ts'

const failedChecks = [
  'expected-artifacts',
  'invalid-receipt',
  'mismatched-receipt',
  'unexpected-artifacts',
  'unverified-inputs',
  'invalid-evidence',
] as const
type FailedCheck = (typeof failedChecks)[number]

export interface ReportProblem {
  type: FailedCheck
  /** Our own codes, ids and paths, never text of a model. */
  detail: string
}

interface ReportedTask {
  room: Room
  packet: TaskPacket
  agent: Agent
  taskId: string
  turnId: string
}

/** A packet must name its expected artifacts before work starts. */
export function checkContract({ output_contract }: TaskPacket): ReportProblem | undefined {
  const { output_mode, expected_artifacts } = output_contract
  if (output_mode === 'json_only' || expected_artifacts.length > 0) return undefined
  return { type: 'expected-artifacts', detail: output_mode }
}

/** Checks a report against its packet, the files that were read, and the rules of evidence; returns the first failure. */
export async function checkReport(task: ReportedTask, written: WrittenReceipt): Promise<ReportProblem | undefined> {
  return (
    mismatch(task.packet, written) ??
    unexpectedArtifact(task.packet, written) ??
    (await unverifiedInput(task, written)) ??
    (await findUngrounded(task, written))
  )
}

/** Checks everything a report claims by the rules of evidence of its session. */
export async function findUngrounded(
  { room, agent, taskId, turnId }: Omit<ReportedTask, 'packet'>,
  { report_excerpt, citations }: WrittenReceipt,
): Promise<ReportProblem | undefined> {
  const [snapshot, receipts, { evidence: settings }] = await Promise.all([
    room.workspace.vfs.snapshot(),
    room.audit.receiptsOf(taskId),
    room.workspace.settings(),
  ])
  const claims = [
    { field: 'report_excerpt', text: report_excerpt },
    ...citations.map((each, at) => ({ field: `citations[${at}]`, text: `Evidence: ${each}` })),
  ]
  for (const { field, text } of claims) {
    const { status, reason } = await validateReply({
      text,
      kind: 'tools+json',
      role: agent.role,
      ...(agent.evidenceSources && { evidenceSources: agent.evidenceSources }),
      session: taskId,
      turn: turnId,
      receipts,
      snapshot,
      audit: room.audit,
      settings,
    })
    if (status !== 'accepted') return { type: 'invalid-evidence', detail: `${field}:${reason ?? status}` }
  }
  return undefined
}

function mismatch(packet: TaskPacket, { packet_id, issue_id }: WrittenReceipt): ReportProblem | undefined {
  const differs = (given: unknown, fact: unknown) => given !== undefined && given !== fact
  if (differs(packet_id, packet.packet_id)) return { type: 'mismatched-receipt', detail: 'packet_id' }
  return differs(issue_id, packet.parent_issue_id) ? { type: 'mismatched-receipt', detail: 'issue_id' } : undefined
}

function unexpectedArtifact(
  { output_contract }: TaskPacket,
  { outputs_produced }: WrittenReceipt,
): ReportProblem | undefined {
  const at = outputs_produced.findIndex(each => !output_contract.expected_artifacts.includes(each))
  return at < 0 ? undefined : { type: 'unexpected-artifacts', detail: `outputs_produced[${at}]` }
}

async function unverifiedInput(
  { room, packet, taskId }: ReportedTask,
  { inputs_used }: WrittenReceipt,
): Promise<ReportProblem | undefined> {
  const snapshot = await room.workspace.vfs.snapshot()
  const named = (path: string) => {
    const found = snapshot.resolve(path)
    return 'file' in found ? found.file.path : path
  }
  const receipts = await room.audit.receiptsOf(taskId)
  const read = receipts.flatMap(({ file_refs }) => file_refs.map(({ path }) => path))
  const known = new Set([...packet.inputs.files, ...packet.inputs.canon].map(named).concat(read))
  const at = inputs_used.findIndex(path => !known.has(named(path)))
  return at < 0 ? undefined : { type: 'unverified-inputs', detail: `inputs_used[${at}]` }
}
