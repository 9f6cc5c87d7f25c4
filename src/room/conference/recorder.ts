import type { ChatMessage } from '../../models/chat.ts'
import { ModelFault } from '../../models/chat.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { sha256 } from '../../receipts/signing.ts'
import type { Agent } from '../agents/registry.ts'
import { RoomFault } from '../faults.ts'
import { hex } from '../ids.ts'
import type { AgentModel } from '../providers/agent-model.ts'
import type { Room } from '../room.ts'
import type { JsonLines } from '../store/json-lines.ts'
import type { TurnSpec } from '../turns/turn.ts'
import { type Begins, heldText, nothingGiven, type RecordedLine } from './recording.ts'

/** A room that writes down what it gives to one turn, and what was said in it, before the engine hears of it. */
export interface TurnRecorder {
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
  let given = nothingGiven()
  const taken = () => {
    const before = wellFormed(given)
    given = nothingGiven()
    return before
  }
  /** Written before it is heard; the disk is waited for by what rests on it, and meanwhile the engine goes on. */
  const heard = async (line: RecordedLine) => {
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
        await heard({ turnId, given: taken(), prompt, said: { ...heldText(text), usage } })
        return { text, usage }
      } catch (error) {
        if (error instanceof ModelFault) {
          await heard({ turnId, given: taken(), prompt, said: { fault: error.code } })
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
        read: noted(
          () => room.agents.read(),
          value => given.registry.push(value),
        ),
      },
      workspace: {
        ...room.workspace,
        settings: noted(
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
          await recording.note([{ turnId, given: taken() }])
          return issues
        },
      }),
    },
    synced: recording.sync,
    ended: state => recording.note([{ turnId, given: taken(), ends: state }]),
  }

  function beginning(spec: TurnSpec): Begins {
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

/** Of a prompt only what it hashed to is kept. */
export function fingerprint(messages: readonly ChatMessage[]): { sha256: string; bytes: number } {
  const text = messages.map(({ role, content }) => `${role}\n${content}`).join('\n')
  return { sha256: sha256(Buffer.from(text)), bytes: Buffer.byteLength(text) }
}

function noted<T>(read: () => Promise<T>, note: (value: T) => void): () => Promise<T> {
  return async () => {
    const value = await read()
    note(value)
    return value
  }
}
