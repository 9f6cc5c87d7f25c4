import { join } from 'node:path'
import { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { type ChatMessage, ModelFault } from '../../models/chat.ts'
import { modelFaultCodes } from '../../models/fault-words.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { Agent } from '../agents/registry.ts'
import { RoomFault } from '../faults.ts'
import { hex } from '../ids.ts'
import type { AgentModel } from '../providers/agent-model.ts'
import type { Room } from '../room.ts'
import { type JsonLines, jsonLines } from '../store/json-lines.ts'
import type { TurnSpec } from '../turns/turn.ts'

const RecordedReply = z.union([
  z.strictObject({
    text: z.string(),
    /** UTF-16 in base64, where the text is not well-formed and so has no canonical spelling. */
    exact: z.string().optional(),
    usage: z.looseObject({ input: z.number(), output: z.number() }).nullable(),
  }),
  z.strictObject({ fault: z.enum(modelFaultCodes) }),
])

/** What a turn was given by the world since its last line: random bytes, and what it read of things that may change. */
const RecordedInputs = z.strictObject({
  random: z.array(z.string()),
  registry: z.array(z.unknown()),
  settings: z.array(z.unknown()),
  tierSteps: z.array(z.int().nullable()),
  issues: z.array(z.unknown()),
  speakers: z.array(
    z.union([
      z.strictObject({ provider: z.string(), model: z.string(), profile: z.enum(['paired', 'flat']).nullable() }),
      // The agent had no usable model: the code of the refusal.
      z.strictObject({ refused: z.string() }),
    ]),
  ),
})
export type RecordedInputs = z.output<typeof RecordedInputs>

const TurnStart = z.strictObject({
  kind: z.enum(['phase1', 'phase2']),
  agent: Agent,
  message: z.string(),
  allowedTools: z.array(z.string()).optional(),
  requireTool: z.boolean().optional(),
})
export type TurnStart = z.output<typeof TurnStart>

/** One line of a recording: how a turn began, a reply with all that was given before it, or the end of the turn. */
export const RecordedLine = z.union([
  z.strictObject({ turnId: z.string(), begins: TurnStart }),
  z.strictObject({
    turnId: z.string(),
    given: RecordedInputs,
    prompt: z.strictObject({ sha256: z.string(), bytes: z.int() }),
    said: RecordedReply,
  }),
  z.strictObject({ turnId: z.string(), given: RecordedInputs, ends: z.string() }),
  // Before a receipt rests on it.
  z.strictObject({ turnId: z.string(), given: RecordedInputs }),
])
export type RecordedLine = z.output<typeof RecordedLine>
export type RecordedReply = z.output<typeof RecordedReply>

export function noInputs(): RecordedInputs {
  return { random: [], registry: [], settings: [], tierSteps: [], issues: [], speakers: [] }
}

/** A reply as a line can hold it, without loss. */
function heldText(text: string): { text: string; exact?: string } {
  if (text.isWellFormed()) return { text }
  return { text: text.toWellFormed(), exact: Buffer.from(text, 'utf16le').toString('base64') }
}

export function textIn({ text, exact }: { text: string; exact?: string | undefined }): string {
  return exact === undefined ? text : Buffer.from(exact, 'base64').toString('utf16le')
}

/** The recording of one round; only replay reads it, and no prompt is ever made of it. */
export function recordingOf(place: { folder: string; now: () => string }, number: number): JsonLines<RecordedLine> {
  return jsonLines({
    file: join(place.folder, 'recordings', `${number}.jsonl`),
    // A process that runs a turn of a round holds the lock of the round.
    lock: null,
    schema: RecordedLine,
    now: place.now,
  })
}

/** A room that writes down what it gives to one turn, and what was said in it, before the engine gets it. */
interface TurnRecorder {
  room: Room
  /** Until what was said survives a power cut. */
  synced(): Promise<void>
  ended(state: string): Promise<void>
}

export async function recordTurn(
  room: Room,
  spec: TurnSpec,
  recording: Pick<JsonLines<RecordedLine>, 'note' | 'sync'>,
): Promise<TurnRecorder> {
  const { turnId, kind, agent } = spec
  let given = noInputs()
  const takeGiven = () => {
    const before = wellFormed(given)
    given = noInputs()
    return before
  }
  /** Written before the engine gets it; only what depends on it waits for the disk. */
  const record = async (line: RecordedLine) => {
    await recording.note([line])
    recording.sync().catch(() => {})
  }
  await recording.note([wellFormed({ turnId, begins: beginning(spec) })])

  const recordedModel = (one: AgentModel): AgentModel => ({
    ...one,
    async complete(step) {
      const prompt = fingerprint(step.messages)
      try {
        const { text, usage } = await one.complete(step)
        await record({ turnId, given: takeGiven(), prompt, said: { ...heldText(text), usage } })
        return { text, usage }
      } catch (error) {
        if (error instanceof ModelFault) {
          await record({ turnId, given: takeGiven(), prompt, said: { fault: error.code } })
        }
        throw error
      }
    },
  })

  return {
    room: {
      ...room,
      random(size) {
        const bytes = room.random(size)
        given.random.push(hex(bytes))
        return bytes
      },
      agents: {
        ...room.agents,
        read: noting(
          () => room.agents.read(),
          value => given.registry.push(value),
        ),
      },
      workspace: {
        ...room.workspace,
        settings: noting(
          () => room.workspace.settings(),
          value => given.settings.push(value),
        ),
      },
      agentModels: {
        ...room.agentModels,
        async of(who: Agent) {
          try {
            const one = await room.agentModels.of(who)
            const { provider, model, profile } = one
            given.speakers.push({ provider, model, profile })
            return recordedModel(one)
          } catch (error) {
            if (error instanceof RoomFault) given.speakers.push({ refused: error.wire })
            throw error
          }
        },
      },
      async tierSteps(agentId, model) {
        const steps = await room.tierSteps(agentId, model)
        given.tierSteps.push(steps ?? null)
        return steps
      },
      audit: {
        ...room.audit,
        async mint(facts, output) {
          await recording.sync()
          return room.audit.mint(facts, output)
        },
      },
      toolIssues: () => ({
        async list() {
          const issues = await room.toolIssues().list()
          given.issues.push(issues)
          await recording.note([{ turnId, given: takeGiven() }])
          return issues
        },
      }),
    },
    synced: recording.sync,
    ended: state => recording.note([{ turnId, given: takeGiven(), ends: state }]),
  }

  function beginning(spec: TurnSpec): TurnStart {
    const { message, allowedTools, requireTool } = spec
    return {
      kind: kind === 'phase1' ? ('phase1' as const) : ('phase2' as const),
      agent,
      message,
      ...(allowedTools && { allowedTools: [...allowedTools] }),
      ...(requireTool !== undefined && { requireTool }),
    }
  }
}

/** Only the hash of a prompt is stored. */
export function fingerprint(messages: readonly ChatMessage[]): { sha256: string; bytes: number } {
  const text = messages.map(({ role, content }) => `${role}\n${content}`).join('\n')
  return { sha256: sha256(Buffer.from(text)), bytes: Buffer.byteLength(text) }
}

function noting<T>(read: () => Promise<T>, note: (value: T) => void): () => Promise<T> {
  return async () => {
    const value = await read()
    note(value)
    return value
  }
}
