import { ModelFault } from '../../models/chat.ts'
import { Registry } from '../agents/registry.ts'
import { fingerprint } from '../conference/recorder.ts'
import { textIn } from '../conference/recording.ts'
import { type FixedFaultCode, roomFault, roomFaults } from '../faults.ts'
import type { AgentModel } from '../providers/agent-model.ts'
import type { Room } from '../room.ts'
import type { ToolIssue } from '../tools/tool.ts'
import { Settings } from '../workspace/settings.ts'
import type { Comparison } from './mismatch.ts'
import { emptyDb, openQueue } from './nowhere.ts'
import type { RecordedTurn } from './recorded-turns.ts'
import type { ReplayedAudit } from './replayed-audit.ts'

export interface ReplayedRoom {
  room: Room
  /** Fires where the record ends in the middle. */
  signal: AbortSignal
  /** How many prompts were not the bytes they were. */
  promptsChanged(): number
}

/** The room as a turn met it: what was random, read and said comes from the record, files come from the workspace. */
export function replayedRoom(
  room: Room,
  audit: ReplayedAudit,
  { given, replies, agent, ended }: RecordedTurn,
  comparison: Comparison,
  clock: () => number,
): ReplayedRoom {
  const end = new AbortController()
  const left = structuredClone({ ...given, replies })
  let promptsChanged = 0

  const model = ({ provider, model, profile }: Pick<AgentModel, 'provider' | 'model' | 'profile'>): AgentModel => ({
    provider,
    model,
    profile,
    async complete({ messages, signal }) {
      const next = left.replies.shift()
      if (!next) {
        end.abort()
        throw signal.reason ?? new Error('The record ends here.')
      }
      if (fingerprint(messages).sha256 !== next.prompt.sha256) promptsChanged++
      if ('fault' in next.said) throw new ModelFault(next.said.fault)
      return { text: textIn(next.said), usage: null }
    },
  })

  return {
    signal: end.signal,
    promptsChanged: () => promptsChanged,
    room: {
      ...room,
      db: emptyDb,
      turnQueue: openQueue,
      audit: { ...room.audit, ...audit },
      observers: [],
      log: () => {},
      clock,
      random(size) {
        const bytes = Buffer.from(left.random.shift() ?? '', 'hex')
        if (bytes.length === size) return bytes
        if (ended === undefined) end.abort()
        else comparison.differ('randomness', `${bytes.length} bytes`, `${size} bytes`)
        return new Uint8Array(size)
      },
      agents: { ...room.agents, read: async () => registryIn(left.registry.shift() ?? given.registry.at(-1), agent) },
      workspace: { ...room.workspace, settings: async () => Settings.parse(left.settings.shift() ?? {}) },
      agentModels: {
        ...room.agentModels,
        async of() {
          const next = left.speakers.shift()
          if (!next) throw new Error('Nobody spoke in this turn.')
          if ('refused' in next) throw roomFault(faultNamed(next.refused))
          return model(next)
        },
      },
      tierSteps: async () => left.tierSteps.shift() ?? undefined,
      // What was recorded is what the port gave, so it has the port's shape.
      toolIssues: () => ({ list: async () => (left.issues.shift() ?? []) as ToolIssue[] }),
    },
  }
}

function registryIn(value: unknown, agent: RecordedTurn['agent']): Registry {
  return Registry.safeParse(value).data ?? { version: 1, agents: [agent], roleSettings: [] }
}

function faultNamed(code: string): FixedFaultCode {
  // Only codes of this table are ever recorded; another one is a record somebody changed.
  return Object.hasOwn(roomFaults, code) ? (code as FixedFaultCode) : 'endpoint_incomplete'
}
