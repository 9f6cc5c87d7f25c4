import { z } from 'zod'
import { text } from '../../kernel/text.ts'
import { requireAgent } from '../agents/edit-agents.ts'
import { roomCommand, roomQuery } from '../context.ts'
import { notFound, roomFault } from '../faults.ts'
import { recordInterest } from '../issues/agent-interest.ts'
import { requireIssue } from '../issues/store.ts'
import { PageInput, pageOf } from '../page.ts'
import { callerOf, instant } from '../room-base.ts'
import { countIssueAccess } from '../telemetry/observe.ts'
import { issueMemoryStore, memoryOf, personalView } from './issue-memory.ts'
import { memoryFor } from './serve.ts'
import {
  changeItem,
  ItemEvent,
  ItemVersion,
  itemStates,
  MemoryItem,
  maxContent,
  memoryStore,
  NewItem,
  NewVersion,
  RepLevel,
  requireItem,
  withEvent,
  withVersion,
} from './store.ts'

export const roomMemoryList = roomQuery({
  name: 'room_memory_list',
  summary: 'What agents remember, without the texts.',
  routes: ['GET /api/memory'],
  input: z.strictObject({ agentId: z.string().optional(), state: z.enum(itemStates).optional(), ...PageInput }),
  output: z.object({
    items: z.array(
      MemoryItem.omit({ versions: true, events: true }).extend({ levels: z.array(z.int()), events: z.int() }),
    ),
    nextCursor: z.string().nullable(),
  }),
  async run({ agentId, state, limit, cursor }, { room }) {
    const fitting = (await memoryStore(room.control).all()).filter(
      item => (agentId === undefined || item.agentId === agentId) && (state === undefined || item.state === state),
    )
    const { items: page, nextCursor } = pageOf(fitting, ({ id }) => id, { limit, cursor })
    const items = page.map(({ versions, events, ...item }) => ({
      ...item,
      levels: [...new Set(versions.map(({ repLevel }) => repLevel))].sort((a, b) => a - b),
      events: events.length,
    }))
    return { items, nextCursor }
  },
})

export const roomMemoryCreate = roomCommand({
  name: 'room_memory_create',
  summary: 'Gives an agent something to remember; shorter versions are derived from the text.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/memory'],
  input: NewItem,
  output: MemoryItem,
  toStatus: () => ({ http: 201 }),
  async run(given, { room }) {
    await requireAgent(room, given.agentId)
    return memoryStore(room.control).add(given, instant(room))
  },
})

export const roomMemoryShow = roomQuery({
  name: 'room_memory_show',
  summary: 'A memory item as it is shown now: at its usual length, or with level=more at the next longer one.',
  routes: ['GET /api/memory/{id}'],
  input: z.strictObject({
    id: z.string(),
    level: z.enum(['auto', 'more']).default('auto'),
    includeArchived: z.boolean().default(false),
    includeExpired: z.boolean().default(false),
  }),
  output: z.object({
    memoryId: z.string(),
    agentId: z.string(),
    topicKey: z.string(),
    state: z.enum(itemStates),
    content: z.string(),
    repLevel: z.int(),
    versionId: z.string().nullable(),
    escalated: z.boolean(),
  }),
  async run({ id, level, includeArchived, includeExpired }, { room }) {
    const { text, repLevel, versionId, escalated, item } = await memoryFor(room, {
      memoryId: id,
      level,
      includeArchived,
      includeExpired,
    })
    const { agentId, topicKey, state } = item
    return { memoryId: id, agentId, topicKey, state, content: text, repLevel, versionId, escalated }
  },
})

export const roomMemoryVersions = roomQuery({
  name: 'room_memory_versions',
  summary: 'All versions of a memory item, oldest first.',
  routes: ['GET /api/memory/{id}/versions'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ memoryId: z.string(), activeVersionId: z.string().nullable(), versions: z.array(ItemVersion) }),
  async run({ id }, { room }) {
    const { versions, activeVersionId = null } = await requireItem(room, id)
    return { memoryId: id, activeVersionId, versions }
  },
})

export const roomMemoryEvidence = roomQuery({
  name: 'room_memory_evidence',
  summary: 'The witnesses of a memory item in the order they spoke.',
  routes: ['GET /api/memory/{id}/evidence'],
  input: z.strictObject({ id: z.string() }),
  output: z.object({ memoryId: z.string(), events: z.array(ItemEvent) }),
  async run({ id }, { room }) {
    const { events } = await requireItem(room, id)
    return { memoryId: id, events }
  },
})

export const roomMemoryTell = roomCommand({
  name: 'room_memory_tell',
  summary: 'Adds a version of a memory item at a level; without content it is derived from a longer one.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/memory/{id}/versions'],
  input: NewVersion,
  output: ItemVersion,
  toStatus: () => ({ http: 201 }),
  async run({ id, ...given }, { room }) {
    const { versions } = await changeItem(room, id, item => {
      const isKnown = given.derivedFrom === undefined || item.versions.some(each => each.id === given.derivedFrom)
      const next = isKnown ? withVersion(item, given, instant(room)) : undefined
      if (!next) throw roomFault('invalid_request', { field: isKnown ? 'content' : 'derivedFrom' })
      return next
    })
    const added = versions.at(-1)
    if (!added) throw notFound('memory item', { memoryId: id })
    return added
  },
})

export const roomMemoryWitness = roomCommand({
  name: 'room_memory_witness',
  summary: 'Adds a witness to a memory item: who said what, in their words.',
  effect: 'append',
  access: 'writer',
  routes: ['POST /api/memory/{id}/events'],
  input: z.strictObject({
    id: z.string(),
    author: text({ max: 80, oneLine: true }).optional(),
    text: text({ max: maxContent }),
    meta: z.record(z.string(), z.unknown()).optional(),
  }),
  output: ItemEvent,
  toStatus: () => ({ http: 201 }),
  async run({ id, author, text, meta }, { call, room }) {
    const said = { author: author ?? callerOf(call).name, text, ...(meta && { meta }) }
    const { events } = await changeItem(room, id, item => withEvent(item, said, instant(room)))
    const added = events.at(-1)
    if (!added) throw notFound('memory item', { memoryId: id })
    return added
  },
})

export const roomMemoryActivate = roomCommand({
  name: 'room_memory_activate',
  summary: 'Chooses the version of a memory item that is used, for good or until a time.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/memory/{id}/active/{version}'],
  input: z.strictObject({ id: z.string(), version: z.string(), lockUntil: z.iso.datetime().optional() }),
  output: MemoryItem,
  async run({ id, version, lockUntil }, { room }) {
    return changeItem(room, id, ({ activeLockUntil: _, ...item }) => {
      if (!item.versions.some(each => each.id === version)) throw notFound('version', { versionId: version })
      return { ...item, activeVersionId: version, ...(lockUntil !== undefined && { activeLockUntil: lockUntil }) }
    })
  },
})

export const roomMemoryPin = roomCommand({
  name: 'room_memory_pin',
  summary: 'Pins a memory item: it is shown at this level at least and does not fade; null takes the pin out.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/memory/{id}/pin'],
  input: z.strictObject({ id: z.string(), pinnedMinLevel: RepLevel.nullable() }),
  output: MemoryItem,
  async run({ id, pinnedMinLevel }, { room }) {
    return changeItem(room, id, ({ pinnedMinLevel: _, ...item }) =>
      pinnedMinLevel === null ? item : { ...item, pinnedMinLevel },
    )
  },
})

export const roomMemoryState = roomCommand({
  name: 'room_memory_state',
  summary: 'Puts a memory item away, or takes it back into use.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['PUT /api/memory/{id}/state'],
  input: z.strictObject({ id: z.string(), state: z.enum(itemStates) }),
  output: MemoryItem,
  async run({ id, state }, { room }) {
    const now = instant(room)
    return changeItem(room, id, ({ archivedAt, ...item }) =>
      state === 'active' ? { ...item, state, lastAccessedAt: now } : { ...item, state, archivedAt: archivedAt ?? now },
    )
  },
})

export const roomMemoryDecay = roomCommand({
  name: 'room_memory_decay',
  summary: 'Puts memory items away that nobody has used for long; with dryRun only says which.',
  effect: 'change',
  access: 'writer',
  repeatable: true,
  routes: ['POST /api/memory/decay'],
  input: z.strictObject({ dryRun: z.boolean().default(false) }),
  output: z.object({ dryRun: z.boolean(), archived: z.array(z.string()), expired: z.array(z.string()) }),
  async run({ dryRun }, { room }) {
    const changed = await memoryStore(room.control).decay(room.clock(), dryRun)
    const of = (state: string) => changed.filter(item => item.state === state).map(({ id }) => id)
    return { dryRun, archived: of('archived'), expired: of('expired') }
  },
})

export const roomInterestList = roomQuery({
  name: 'room_interest_list',
  summary: 'How interesting each issue that an agent has looked at is to it now.',
  routes: ['GET /api/issue-memory/agents/{agentId}'],
  input: z.strictObject({ agentId: z.string() }),
  output: z.object({
    agentId: z.string(),
    activations: z.int(),
    issues: z.array(z.looseObject({ issueId: z.int(), interest: z.int(), tags: z.array(z.string()) })),
  }),
  async run({ agentId }, { room }) {
    const agent = await requireAgent(room, agentId)
    const memory = await issueMemoryStore(room.control).read()
    const { activations, issues } = memoryOf(memory, agentId)
    const known = (await room.issues.all()).filter(({ id }) => Object.hasOwn(issues, id))
    return {
      agentId,
      activations,
      issues: known.map(issue => ({ issueId: issue.id, ...personalView(memory, agent, issue) })),
    }
  },
})

export const roomInterestShow = roomQuery({
  name: 'room_interest_show',
  summary: 'How interesting one issue is to an agent now.',
  routes: ['GET /api/issue-memory/agents/{agentId}/issues/{issueId}'],
  input: z.strictObject({ agentId: z.string(), issueId: z.int().min(1) }),
  output: z.looseObject({ agentId: z.string(), issueId: z.int(), interest: z.int(), tags: z.array(z.string()) }),
  async run({ agentId, issueId }, { room }) {
    const [agent, issue] = [await requireAgent(room, agentId), await requireIssue(room, issueId)]
    const memory = await issueMemoryStore(room.control).read()
    return { agentId, issueId, ...personalView(memory, agent, issue) }
  },
})

export const roomInterestRecord = roomCommand({
  name: 'room_interest_record',
  summary: 'Records that an agent looked at an issue, used it or found it irrelevant, or sets its own tags for it.',
  effect: 'change',
  access: 'writer',
  routes: ['POST /api/issue-memory/agents/{agentId}/issues/{issueId}/{act}'],
  input: z.strictObject({
    agentId: z.string(),
    issueId: z.int().min(1),
    act: z.enum(['access', 'applied', 'irrelevant', 'tags']),
    tags: z.array(z.string().min(1).max(80)).max(20).optional(),
  }),
  output: z.looseObject({ agentId: z.string(), issueId: z.int(), interest: z.int(), tags: z.array(z.string()) }),
  async run({ agentId, issueId, act, tags }, { call, room }) {
    if ((act === 'tags') !== (tags !== undefined)) throw roomFault('invalid_request', { field: 'tags' })
    const given = act === 'tags' ? { act, tags: tags ?? [] } : { act }
    const view = await recordInterest(room, { agentId, issueId, given })
    if (act !== 'tags') countIssueAccess(room, { surface: callerOf(call).surface, agentId })
    return { agentId, issueId, ...view }
  },
})
