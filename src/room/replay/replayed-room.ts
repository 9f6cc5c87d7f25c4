import type { Db, Tx } from '../../db/db.ts'
import { ModelFault } from '../../models/chat.ts'
import { wellFormed } from '../../receipts/canonical.ts'
import { outputsOf, type Receipt } from '../../receipts/receipt.ts'
import { Registry } from '../agents/registry.ts'
import type { Audit } from '../audit/open.ts'
import { fingerprint, textIn } from '../conference/recording.ts'
import { type FixedFaultCode, roomFault, roomFaults } from '../faults.ts'
import type { AgentModel } from '../providers/agent-model.ts'
import type { Room } from '../room.ts'
import type { ToolIssue } from '../tools/tool.ts'
import type { TurnQueue } from '../turns/turn-queue.ts'
import { Settings } from '../workspace/settings.ts'
import type { Comparison, RecordedTurn } from './compare-turn.ts'

interface ReplayedRoom {
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
          if (!next) throw new Error('No model was called in this turn.')
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
  // Only codes of this table are ever recorded; another one means that the record was changed.
  return Object.hasOwn(roomFaults, code) ? (code as FixedFaultCode) : 'endpoint_incomplete'
}

const tx: Tx = {
  engine: 'sqlite',
  all: async () => [],
  first: async () => undefined,
  run: async () => 1,
  send: async () => {},
  raw: async () => [],
  announce() {},
}

/** A store that takes everything and keeps nothing: what is replayed happened before and is written nowhere again. */
const emptyDb: Db = {
  engine: 'sqlite',
  first: tx.first,
  read: work => work(tx),
  write: work => work(tx),
  note: work => work(tx),
  snapshot: work => work(tx),
  compact: async () => {},
  watch: () => () => {},
  close: async () => {},
}

/** A replay waits for no other turn. */
const openQueue: TurnQueue = {
  enter: async () => ({ waitedMs: 0, release: async () => {} }),
  view: async () => ({ holder: null, waiting: [] }),
}

/** Receipts made again in memory, each held against the one in the log. */
export interface ReplayedAudit extends Pick<Audit, 'mint' | 'receiptsOf' | 'find' | 'output' | 'verifySession'> {
  minted: Receipt[]
}

/** Errors that time decides: such a run cannot be repeated, and its receipt is taken as it is. */
const decidedByTime = new Set(['cancelled', 'timeout'])

export function replayedAudit(
  log: readonly Receipt[],
  comparison: Comparison,
  changed: ReadonlySet<string>,
): ReplayedAudit {
  const minted: Receipt[] = []
  const outputs = new Map<string, string>()
  return {
    minted,
    async mint(facts, output) {
      const before = minted.filter(({ turn_id }) => turn_id === facts.turn_id).length
      const recorded = log.filter(({ turn_id }) => turn_id === facts.turn_id)[before]
      const text = output.toWellFormed()
      const { receipt_id = 'rcpt_000000000000', seq = 0, prev = '', key_id = '', signature = '' } = recorded ?? {}
      const made: Receipt = {
        v: 1,
        ...wellFormed(facts),
        outputs: outputsOf(text),
        // How long it took and when is known from the log, as ids and the place in the chain are.
        duration_ms: recorded?.duration_ms ?? facts.duration_ms,
        timestamp: recorded?.timestamp ?? facts.timestamp,
        receipt_id,
        seq,
        prev,
        key_id,
        signature_alg: 'HMAC-SHA256',
        // The signature is a function of key and bytes: with the same bytes it is the same.
        signature,
      }
      if (!recorded) comparison.differ('receipt', undefined, `${facts.tool_id} ran once more`)
      else if (!decidedByTime.has(recorded.error?.code ?? '')) compareReceipts(recorded, made, comparison, changed)
      minted.push(recorded ?? made)
      outputs.set(receipt_id, text)
      return recorded ?? made
    },
    receiptsOf: async session => minted.filter(({ session_id }) => session_id === session),
    find: async id => minted.find(({ receipt_id }) => receipt_id === id),
    output: async id => outputs.get(id),
    verifySession: async () => ({
      status: 'ok',
      count: minted.length,
      head: minted.at(-1)?.signature ?? '',
      problems: [],
    }),
  }
}

function compareReceipts(recorded: Receipt, made: Receipt, comparison: Comparison, changed: ReadonlySet<string>): void {
  const touched = recorded.file_refs.map(({ path }) => path).find(path => changed.has(path))
  const parts = new Set([...Object.keys(recorded), ...Object.keys(made)])
  for (const part of [...parts].sort()) {
    const [was, is] = [receiptPart(recorded, part), receiptPart(made, part)]
    const what = touched === undefined ? `receipt ${recorded.receipt_id}: ${part}` : `file changed since: ${touched}`
    comparison.compare(what, was, is)
  }
}

function receiptPart(receipt: Receipt, part: string): unknown {
  return Object.entries(receipt).find(([key]) => key === part)?.[1]
}
