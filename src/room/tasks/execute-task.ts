import { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { jsonIn } from '../../kernel/json.ts'
import { canonical, canonicalLine } from '../../receipts/canonical.ts'
import { enabledAgent } from '../agents/edit-agents.ts'
import { builtinProvider } from '../agents/endpoints.ts'
import type { Agent } from '../agents/registry.ts'
import type { IssueEntry, NewIssueFile } from '../audit/issue-files.ts'
import { evidenceLines } from '../evidence/parse-evidence.ts'
import { notFound, roomFault } from '../faults.ts'
import { mintId } from '../ids.ts'
import { evidenceRules } from '../prompts/blocks.ts'
import { fieldErrors } from '../protocol/rejection.ts'
import { isToolId, toolNamed, toolsOfTurn } from '../protocol/tool-policy.ts'
import { answer } from '../responder/answer.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { ToolId } from '../tools/tool.ts'
import { runTurn } from '../turns/run-turn.ts'
import type { ToolOutcome, TurnOutcome } from '../turns/turn.ts'
import type { Snapshot } from '../workspace/vfs.ts'
import { checkContract, checkReport, type ReportProblem } from './check-report.ts'
import { TaskPacket } from './packet.ts'
import {
  receiptSchema,
  reportedReceipt,
  type SealedReceipt,
  stopContent,
  stoppedReceipt,
  type TaskFacts,
  TaskReceipt,
  type TaskStop,
  WrittenReceipt,
} from './receipt.ts'
import { unknownPaths } from './route-task.ts'

interface ExecuteRequest {
  /** An object, or the text of one. */
  packet: unknown
  agentId: string
  skipToolCatalog?: boolean | undefined
}

export const ExecutedTask = z.object({
  receipt: TaskReceipt,
  stopHook: z.object({ type: z.string(), detail: z.string().optional() }).nullable(),
  /** The report, or the visible stop. */
  content: z.string(),
  taskId: z.string(),
  toolReceipts: z.array(z.string()),
  audit: z.array(z.string()).describe('Files of the issue this task has added'),
})
export type ExecutedTask = z.output<typeof ExecutedTask>

/** Carries out a packet. The result is always recorded: sealed, filed with the issue, and commented there. */
export async function executeTask(room: Room, request: ExecuteRequest): Promise<ExecutedTask> {
  const snapshot = await room.workspace.vfs.snapshot()
  const packet = readPacket(request.packet, snapshot)
  const issueId = packet.parent_issue_id
  if (!(await room.issues.get(issueId))) throw notFound('issue', { issueId })
  const agent = enabledAgent(await room.agents.read(), request.agentId)
  const taskId = mintId('task', room.random)
  const task = { room, packet, agent, taskId, snapshot, skipToolCatalog: request.skipToolCatalog ?? false }
  const { receipt, stop } = await attemptTask(task)
  const toolReceipts = (await room.audit.receiptsOf(taskId)).map(({ receipt_id }) => receipt_id)
  const audit = await fileWithIssue(task, receipt)
  await comment(room, receipt, taskId)
  return {
    receipt,
    stopHook: stop ? { type: stop.type, ...(stop.detail !== '' && { detail: stop.detail }) } : null,
    content: stop ? stopContent(stop.type) : receipt.report_excerpt,
    taskId,
    toolReceipts,
    audit,
  }
}

interface Task {
  room: Room
  packet: TaskPacket
  agent: Agent
  taskId: string
  snapshot: Snapshot
  skipToolCatalog: boolean
}

function readPacket(given: unknown, snapshot: Snapshot): TaskPacket {
  const object = typeof given === 'string' ? jsonIn(given) : given
  const read = TaskPacket.safeParse(object)
  const details = read.success ? unknownPaths(read.data, snapshot) : fieldErrors(TaskPacket, object)
  if (!read.success || details.length > 0) throw roomFault('packet_invalid', { details })
  return read.data
}

/** Asks the agent again until a report holds, the agent stops, or no attempt is left. */
async function attemptTask(task: Task): Promise<{ receipt: TaskReceipt; stop?: TaskStop }> {
  const { room, packet } = task
  const early = checkContract(packet)
  if (early) return stopTask(task, await factsAtHand(task), early)
  const { tasks } = await room.workspace.settings()
  for (let attempt = 1, before: string | undefined; ; attempt++) {
    const turnId = mintId('turn', room.random)
    const outcome = await runTaskTurn(task, turnId, before)
    const facts: TaskFacts = { ...task, ...outcome, finishedAt: outcome.endedAt, attempt }
    const written = WrittenReceipt.safeParse(outcome.object)
    const isReport = outcome.state === 'accepted' && written.success
    const fault = isReport ? await checkReport({ ...task, turnId }, written.data) : whyNoReport(outcome)
    if (isReport && !fault) return { receipt: await reportedReceipt(room, facts, written.data) }
    if (fault && (attempt >= tasks.maxAttempts || !mayTryAgain(outcome))) return stopTask(task, facts, fault)
    before = fault?.type
  }
}

async function stopTask(
  { room }: Task,
  facts: TaskFacts,
  stop: TaskStop,
): Promise<{ receipt: TaskReceipt; stop: TaskStop }> {
  return { receipt: await stoppedReceipt(room, facts, stop), stop }
}

/** An agent that is blocked, cancelled or unreachable is not asked again. */
function mayTryAgain({ state, stopHook }: TurnOutcome): boolean {
  return state === 'accepted' || state === 'rejected' || stopHook?.code === 'schema_invalid'
}

function whyNoReport({ state, stopHook, schemaErrors }: TurnOutcome): ReportProblem | TaskStop {
  if (stopHook?.code === 'schema_invalid') {
    return { type: 'invalid-receipt', detail: (schemaErrors ?? []).slice(0, 10).join(', ') }
  }
  return { type: stopHook?.type ?? state, detail: stopHook?.code ?? '' }
}

async function runTaskTurn(task: Task, turnId: string, before: string | undefined): Promise<TurnOutcome> {
  const { room, packet, agent, taskId, snapshot } = task
  const writesFreely = (await room.agentModels.of(agent)).provider !== builtinProvider
  const tools = toolsFor(task)
  return runTurn(room, {
    kind: tools.length > 0 ? 'tools+json' : 'json',
    surface: 'task',
    sessionId: taskId,
    taskId,
    turnId,
    agent,
    message: taskMessage(packet, agent, { writesFreely, ...(before !== undefined && { before }) }),
    allowedTools: tools,
    blockedPaths: blockedIn(packet, snapshot),
    skipToolCatalog: task.skipToolCatalog,
    answer: {
      name: 'receipt',
      schema: receiptSchema,
      check: async given => fieldErrors(WrittenReceipt, given),
      builtin: async results => plainReport(packet, agent, results, snapshot),
    },
  })
}

/** The agent's own tools, without those the packet keeps it from. Names of tools in a scope bound tools, paths bound files. */
function toolsFor({ packet, agent }: Task): ToolId[] {
  const own = toolsOfTurn({}, agent.tools)
  const named = (list: readonly string[]) => list.flatMap(name => toolNamed(name)?.id ?? [])
  const allowed = named(packet.scope.allowed)
  const blocked = named(packet.scope.blocked)
  const all = 'tools' in own ? own.tools : []
  return all.filter(id => (allowed.length === 0 || allowed.includes(id)) && !blocked.includes(id))
}

function blockedIn({ scope }: TaskPacket, snapshot: Snapshot): string[] {
  return scope.blocked
    .filter(each => !toolNamed(each))
    .map(each => {
      const found = snapshot.resolve(each)
      return 'file' in found ? found.file.path : each
    })
}

async function factsAtHand({ room, packet, agent }: Task): Promise<TaskFacts> {
  const { provider, model } = await room.agentModels.of(agent)
  const now = instant(room)
  return { packet, agent, provider, model, startedAt: now, finishedAt: now, attempt: 1 }
}

/** The packet unless it is filed already, the sealed receipt, and copies of the tools' receipts. */
async function fileWithIssue({ room, packet, taskId }: Task, receipt: TaskReceipt): Promise<string[]> {
  const { packet_id: packetId, parent_issue_id: issueId } = packet
  const before = (await room.audit.issue(issueId))?.entries ?? []
  const isFiled = before.some(({ kind, packetId: id }) => kind === 'packet' && id === packetId)
  const seal = { sha256: sha256(canonical(receipt)), ...(await room.audit.sign(receipt)) }
  const sealed: SealedReceipt = { receipt, seal }
  const files: NewIssueFile[] = [
    ...(isFiled ? [] : [{ kind: 'packet' as const, packetId, bytes: Buffer.from(canonicalLine(packet)) }]),
    { kind: 'receipt', packetId, bytes: Buffer.from(canonicalLine(sealed)) },
  ]
  const added = await room.audit.fileWithIssue(issueId, files)
  const { entries } = await room.audit.link({ sessionId: taskId, issueId, unit: taskId })
  return [...added, ...entries].map(({ filename }: IssueEntry) => filename)
}

async function comment(room: Room, { receipt_id, issue_id, report_excerpt, actor }: TaskReceipt, taskId: string) {
  const quoted = report_excerpt.split(/\r\n|\n|\r/).map(line => `> ${line}`)
  await room.issues.comment(issue_id, instant(room), {
    author: 'system',
    body: [`Report of ${actor.agent_id}, ${receipt_id}:`, ...quoted].join('\n'),
    action: { type: 'receipt', details: { receipt_id, task_id: taskId } },
  })
}

/** The message about a packet to the agent that carries it out. The rules of evidence are for models that write freely. */
function taskMessage(packet: TaskPacket, agent: Agent, options: { writesFreely: boolean; before?: string }): string {
  const { intent, target, inputs, constraints, output_contract, scope } = packet
  const path = target.canonical_path ?? target.scene_ref
  const fields: [label: string, text: string][] = [
    ['Task', intent],
    ['Target', path],
    ['Files', inputs.files.filter(each => each !== path).join(', ')],
    ['Cards', inputs.canon.join(', ')],
    ['Rules', constraints.rules.join(' ')],
    ['Not wanted', constraints.forbidden.join(' · ')],
    ['Told by', constraints.pov],
    ['Tense', constraints.tense],
    ['Manner', constraints.style],
    ['Only within', scope.allowed.join(', ')],
    ['Stay away from', scope.blocked.join(', ')],
    ['Expected', output_contract.expected_artifacts.join(', ')],
    ['Stop when', output_contract.stop_conditions.join(' · ')],
  ]
  const lines = options.writesFreely ? fields : fields.slice(0, 2)
  return [
    inputs.context,
    lines
      .filter(([, text]) => text !== '')
      .map(([label, text]) => `${label}: ${text}`)
      .join('\n'),
    ...(options.writesFreely ? [reporting, evidenceRules(agent.role, agent.evidenceSources)] : []),
    ...(options.before === undefined ? [] : [`The last report did not hold: ${options.before}. Report again.`]),
  ]
    .filter(part => part !== '')
    .join('\n\n')
}

const reporting = [
  'Report in one object. inputs_used names only files of the task or files your tools have read; outputs_produced only what is expected.',
  'report_excerpt is the report itself and is held to the rules below; each of citations is what follows "Evidence:" in such a line.',
].join('\n')

/** The report of an agent without a model: the results of its tools in fixed phrases, and nothing else. */
function plainReport(
  packet: TaskPacket,
  agent: Agent,
  results: readonly ToolOutcome[],
  snapshot: Snapshot,
): WrittenReceipt {
  const report_excerpt = answer({
    step: 'final',
    kind: 'tools',
    role: agent.role,
    request: packet.inputs.context,
    nonce: null,
    allowedTools: [],
    requireTool: false,
    stepsLeft: 0,
    results: results.flatMap(result => (isToolId(result.toolId) ? [{ ...result, toolId: result.toolId }] : [])),
    snapshot,
    signal: new AbortController().signal,
  })
  return {
    inputs_used: [...new Set(results.flatMap(({ wholeFiles }) => wholeFiles))].slice(0, 200),
    outputs_produced: [],
    reasoning_summary: 'The files were checked by tools; the report repeats what they found.',
    decisions: [],
    checks_performed: results.map(({ toolId, receiptId }) => `${toolId} ${receiptId}`).slice(0, 50),
    assumptions: [],
    risks: [],
    next_recommended_action: { intent: 'summarize_context', reason: 'The Chief decides what follows from it.' },
    stop_hook: { triggered: false },
    citations: evidenceLines(report_excerpt).bodies,
    report_excerpt,
  }
}
