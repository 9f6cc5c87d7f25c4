import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Call } from '../../kernel/call.ts'
import { ownValue, withoutUndefined } from '../../kernel/json.ts'
import type { Agent } from '../agents/registry.ts'
import { runClientTurn } from '../conference/client-turn.ts'
import { registerSession } from '../direct/direct-calls.ts'
import { notFound, RoomFault, roomFault } from '../faults.ts'
import { isId, mintId } from '../ids.ts'
import { memoryFor } from '../memory/serve.ts'
import { type ToolPolicy, toolsOfTurn } from '../protocol/tool-policy.ts'
import type { Room } from '../room.ts'
import { instant } from '../room-base.ts'
import type { ChatAnswer } from '../schema.ts'
import { jsonStore } from '../store/json-store.ts'
import { openTurn } from '../turns/run-turn.ts'
import type { TurnKind, TurnSpec } from '../turns/turn.ts'
import { hasTurns } from '../turns/turn-rows.ts'
import { answerOf, endedLine } from './answer.ts'
import { acceptedHistory, type Begun, type Chat, type ChatTurn, chatsFolder, openChat } from './chat.ts'
import { endInterrupted } from './interrupted.ts'
import { type ChatRequest, checkRequest, chooseAgent, expectedAnswer } from './request.ts'

/** One turn, on every transport. The checks are in the order of the specification. */
export async function chatTurn(room: Room, call: Call, request: ChatRequest): Promise<ChatAnswer> {
  const { kind, policy } = checkRequest(request)
  if (request.conferenceId !== undefined) return conferenceTurn(room, call, request)
  const session = await findSession(room, call, request)
  if (session.repeated) return answerForRepeat(room, session.repeated)
  const agent = await chooseAgent(room, request.agentId, session.agentId)
  const spec = await buildSpec(room, { request, kind, policy, session, agent })
  try {
    return await runAndStore(room, call, request, session, spec)
  } catch (error) {
    if (!(error instanceof DuplicateRequest)) throw error
    const before = await waitForTurn(openChat(room, error.sessionId), error.turnId)
    if (!before) throw roomFault('turn_exists', { turnId: error.turnId })
    return answerForRepeat(room, before)
  }
}

interface Session {
  chat: Chat
  turns: readonly ChatTurn[]
  /** The agent of the chat, where the chat existed before. */
  agentId?: string
  /** The turn that an earlier request with the same key began. */
  repeated?: ChatTurn
}

async function findSession(room: Room, call: Call, request: ChatRequest): Promise<Session> {
  const { sessionId, taskId, idempotencyKey } = request
  const id = sessionId ?? taskId
  if (id === undefined) return newSession(room, call, idempotencyKey)
  const chat = openChat(room, id)
  const info = await chat.info()
  if (!info && !(taskId !== undefined && (await isTask(room, taskId))))
    throw sessionId === undefined ? notFound('task', { taskId }) : notFound('session', { sessionId })
  await endInterrupted(room, chat)
  const turns = await chat.turns()
  const repeated = findTurnByKey(turns, idempotencyKey, room.clock())
  return { chat, turns, ...(info && { agentId: info.agentId }), ...(repeated && { repeated }) }
}

async function isTask(room: Room, id: string): Promise<boolean> {
  return isId('task', id) && room.db.read(tx => hasTurns(tx, room.project, id))
}

async function newSession(room: Room, call: Call, key: string | undefined): Promise<Session> {
  const keys = idempotencyKeys(room, call.principal)
  const before = key === undefined ? undefined : await keys.find(key)
  if (key !== undefined && before) {
    const repeated = await waitForTurn(openChat(room, before.sessionId), before.turnId)
    if (repeated) return { chat: openChat(room, before.sessionId), turns: [], repeated }
    await keys.forget(key)
  }
  return { chat: openChat(room, mintId('chat', room.random)), turns: [] }
}

const looks = 20
const lookMs = 100

/** A turn that another request is just writing down is waited for. */
async function waitForTurn(chat: Chat, turnId: string): Promise<ChatTurn | undefined> {
  for (let left = looks; left > 0; left--) {
    const found = (await chat.turns()).find(({ begun }) => begun.turnId === turnId)
    if (found) return found
    await sleep(lookMs)
  }
  return undefined
}

interface TurnInput {
  request: ChatRequest
  kind: TurnKind
  policy: ToolPolicy
  session: Session
  agent: Agent
}

async function buildSpec(
  room: Room,
  { request, kind, policy, session, agent }: TurnInput,
): Promise<TurnSpec & { before?: ChatTurn }> {
  const allowed = toolsOfTurn(policy, agent.tools)
  const mayCall = kind === 'tools' || kind === 'tools+json'
  if (mayCall && 'fault' in allowed) throw roomFault('invalid_tool_policy', { ...allowed.fault })
  const before = request.reroll ? session.turns.at(-1) : undefined
  if (request.reroll && !before) throw roomFault('invalid_request', { field: 'reroll' })
  const { chat } = await room.workspace.settings()
  const { taskId, skipToolCatalog, skipGrounding } = request
  const turnId = request.turnId ?? mintId('turn', room.random)
  const sessionId = session.chat.id
  const message = before?.begun.message ?? request.message ?? ''
  const answer = expectedAnswer(request, { room, agent, sessionId, turnId, message })
  return {
    kind,
    surface: taskId === undefined ? 'chat' : 'task',
    sessionId,
    turnId,
    agent,
    message,
    ...(taskId !== undefined && { taskId }),
    ...('tools' in allowed && mayCall && { allowedTools: allowed.tools }),
    ...(policy.requireTool !== undefined && { requireTool: policy.requireTool }),
    ...(kind === 'tools' && { history: acceptedHistory(session.turns, chat, before?.begun.turnId) }),
    ...withoutUndefined({ answer, skipToolCatalog, skipGrounding, before }),
    ...(kind === 'json' && request.skipTools && { bare: true }),
  }
}

async function runAndStore(
  room: Room,
  call: Call,
  request: ChatRequest,
  { chat, agentId }: Session,
  { before, ...given }: TurnSpec & { before?: ChatTurn },
): Promise<ChatAnswer> {
  const { memoryId, idempotencyKey, level, includeArchived, includeExpired } = request
  const isRaw = given.kind === 'raw' || given.bare
  const memory =
    memoryId === undefined || isRaw
      ? undefined
      : await memoryFor(room, { memoryId, level, includeArchived, includeExpired })
  const spec: TurnSpec = { ...given, ...(memory && { memory: memory.text }) }
  const { turnId, sessionId, agent, kind, surface, message } = spec
  const begun: Begun = {
    v: 1,
    type: 'begun',
    turnId,
    sessionId,
    agentId: agent.id,
    role: agent.role,
    kind,
    surface,
    message,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(before && { rerollOf: before.begun.turnId }),
    ...(memory && memoryId !== undefined && { memoryId, repLevel: memory.repLevel, escalated: memory.escalated }),
    at: instant(room),
  }
  const turn = await openTurn(room, spec, {
    // A caller that named a key may come back for the answer, so its disconnecting does not cancel the turn.
    ...(call.signal && idempotencyKey === undefined && { signal: call.signal }),
    onEvent(event) {
      const turnEvent = { ...event, sessionId, turnId, agentId: agent.id }
      call.onEvent?.(turnEvent)
    },
  })
  try {
    await recordStart(room, call, chat, begun, agentId === undefined)
    const outcome = await turn.run().catch(async error => {
      if (error instanceof RoomFault && error.wire === 'queue_full') await chat.drop(turnId)
      throw error
    })
    const ended = endedLine(turnId, outcome)
    await chat.end(ended)
    await turn.finish(outcome)
    return answerOf({ begun, ended })
  } finally {
    await turn.close()
  }
}

/** In a session that is new the key belongs to the caller, else to the session. */
async function recordStart(room: Room, call: Call, chat: Chat, begun: Begun, isNew: boolean): Promise<void> {
  const { sessionId, turnId, surface, idempotencyKey } = begun
  if (isNew && idempotencyKey !== undefined)
    await idempotencyKeys(room, call.principal).take(idempotencyKey, sessionId, turnId)
  if (isNew) await registerSession(room, { session_id: sessionId, kind: surface, opened_by: call.principal })
  await chat.begin(begun, turns => {
    const same = findTurnByKey(turns, idempotencyKey, room.clock())
    if (same) throw new DuplicateRequest(sessionId, same.begun.turnId)
  })
}

async function answerForRepeat(room: Room, turn: ChatTurn): Promise<ChatAnswer> {
  const { waiting } = await room.turnQueue.view()
  return answerOf(turn, waiting.some(({ turnId }) => turnId === turn.begun.turnId) ? 'queued' : 'running')
}

/** A turn of a conference that the caller drives itself. */
async function conferenceTurn(room: Room, call: Call, request: ChatRequest): Promise<ChatAnswer> {
  const { conferenceId = '', message = '', skipTools = false } = request
  const agent = await chooseAgent(room, request.agentId)
  const turnId = request.turnId ?? mintId('turn', room.random)
  const { kind, roundId, roundState, outcome } = await runClientTurn(room, {
    conferenceId,
    roundId: request.roundId,
    agent,
    message,
    skipTools,
    toolPolicy: request.toolPolicy,
    turnId,
    signal: call.signal,
    watch(event) {
      const turnEvent = { ...event, conferenceId, turnId, agentId: agent.id }
      call.onEvent?.(turnEvent)
    },
  })
  const ended = endedLine(turnId, outcome)
  const begun = { sessionId: conferenceId, turnId, agentId: agent.id, kind }
  return { ...answerOf({ begun, ended }), roundId, roundState }
}

/** A key counts for this long. */
const keptMs = 24 * 60 * 60 * 1000

/** The request was made before: there is a turn for it already. */
class DuplicateRequest extends Error {
  override readonly name = 'DuplicateRequest'
  constructor(
    readonly sessionId: string,
    readonly turnId: string,
  ) {
    super('A request with this key has a turn already.')
  }
}

/** The turn of a session that was asked for with this key, while the key counts. */
function findTurnByKey(turns: readonly ChatTurn[], key: string | undefined, now: number): ChatTurn | undefined {
  if (key === undefined) return undefined
  return turns.findLast(({ begun }) => begun.idempotencyKey === key && now - Date.parse(begun.at) < keptMs)
}

const OpenedTurn = z.looseObject({
  version: z.literal(1),
  keys: z.record(z.string(), z.object({ sessionId: z.string(), turnId: z.string(), at: z.string() })),
})

/** Keys of requests that began a chat: repeating one finds the chat that it began. */
function idempotencyKeys(room: Room, principal: string) {
  const store = jsonStore({
    file: join(chatsFolder(room), 'opened.json'),
    locks: join(room.control, 'locks'),
    schema: OpenedTurn,
    empty: (): z.output<typeof OpenedTurn> => ({ version: 1, keys: {} }),
  })
  const counts = ({ at }: { at: string }) => room.clock() - Date.parse(at) < keptMs
  const nameOf = (key: string) => JSON.stringify([principal, key])
  return {
    async find(key: string) {
      const { keys } = await store.read()
      const found = ownValue(keys, nameOf(key))
      return found && counts(found) ? found : undefined
    },
    /** Frees the key of a request whose process died before its turn was stored. */
    forget: (key: string) =>
      store.change<void>(({ keys: { [nameOf(key)]: _, ...keys }, ...stored }) => ({
        next: { ...stored, keys },
        result: undefined,
      })),
    /** Fails when another request used the key meanwhile. */
    take: (key: string, sessionId: string, turnId: string) =>
      store.change<void>(stored => {
        const kept = Object.fromEntries(Object.entries(stored.keys).filter(([, each]) => counts(each)))
        const before = ownValue(kept, nameOf(key))
        if (before) throw new DuplicateRequest(before.sessionId, before.turnId)
        const at = instant(room)
        return { next: { ...stored, keys: { ...kept, [nameOf(key)]: { sessionId, turnId, at } } }, result: undefined }
      }),
  }
}
