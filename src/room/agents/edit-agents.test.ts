import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { changeRole, roleView, roleViews } from './charters.ts'
import {
  AgentChange,
  addAgent,
  changeAgent,
  ImportedAgent,
  importAgents,
  NewAgent,
  orderAgents,
} from './edit-agents.ts'
import { endpointStore } from './endpoints.ts'
import { agentStore, ensureRoster, giveModel, newRecord } from './registry.ts'

const at = '2026-03-01T12:00:00.000Z'

async function openRoster() {
  const control = tempHome()
  const roster = {
    agents: agentStore(control),
    endpoints: endpointStore({ control, home: tempHome(), project: 'p' }),
    clock: () => Date.parse(at),
  }
  expect(await ensureRoster(roster)).toBe(true)
  const bytes = () => readFileSync(join(control, 'agents', 'agents.json'), 'utf8')
  return { ...roster, bytes, ids: async () => (await roster.agents.read()).agents.map(({ id }) => id) }
}

const added = (given: object) => NewAgent.parse({ name: 'Ada', role: 'Cartographer', ...given })

it('the roster has six members who need no model until a person agrees to one', async () => {
  const roster = await openRoster()
  const before = roster.bytes()
  expect(await ensureRoster(roster)).toBe(false)
  expect(roster.bytes()).toBe(before)
  await roster.endpoints.change(file => ({
    next: { ...file, agents: { chief: { provider: 'builtin', ...defaults } } },
    result: null,
  }))
  expect(await giveModel(roster, { provider: 'ollama', model: 'qwen3' })).toEqual([
    'planner',
    'writer',
    'editor',
    'critic',
    'continuity',
  ])
  const { agents } = await roster.endpoints.read()
  expect(agents).toMatchObject({ chief: { provider: 'builtin' }, writer: { provider: 'ollama', model: 'qwen3' } })
})

it('the roster gives a new agent an id from its name, and never the same one twice', async () => {
  const roster = await openRoster()
  expect((await addAgent(roster, added({ name: 'Zoëla & Co.' }))).result.id).toBe('zoela-co')
  expect((await addAgent(roster, added({ name: 'Zoëla, Co' }))).result.id).toBe('zoela-co-2')
  expect((await addAgent(roster, added({ name: 'all' }))).result.id).toBe('all-2')
  expect((await addAgent(roster, added({ name: '地図' }))).result.id).toBe('agent')
  await expect(addAgent(roster, added({ id: 'writer' }))).rejects.toMatchObject({ wire: 'agent_exists' })
  await expect(addAgent(roster, added({ id: 'order' }))).rejects.toMatchObject({ wire: 'agent_exists' })
  await expect(addAgent(roster, added({ clonedFrom: 'nobody' }))).rejects.toMatchObject({ wire: 'not_found' })
  expect(await roster.ids()).toEqual([
    ...['chief', 'planner', 'writer', 'editor', 'critic', 'continuity'],
    ...['zoela-co', 'zoela-co-2', 'all-2', 'agent'],
  ])
})

it('the roster changes what is given, clears what is null and keeps what others wrote', async () => {
  const roster = await openRoster()
  await roster.agents.change(registry => ({
    next: {
      ...registry,
      theirs: 1,
      agents: registry.agents.map(agent => ({ ...agent, color: 'red', theirs: { deep: true } })),
    },
    result: null,
  }))
  const { result } = await changeAgent(roster, { id: 'writer', name: 'Ada', instructions: 'Short.', color: null })
  expect(result).toMatchObject({ id: 'writer', name: 'Ada', role: 'writer', theirs: { deep: true } })
  expect('color' in result).toBe(false)
  const registry = await roster.agents.read()
  expect(registry.theirs).toBe(1)
  expect(registry.agents.find(({ id }) => id === 'critic')).toMatchObject({ color: 'red', theirs: { deep: true } })
  await expect(changeAgent(roster, { id: 'nobody', name: 'x' })).rejects.toMatchObject({ wire: 'not_found' })
})

it('the roster counts characters as people do', async () => {
  const roster = await openRoster()
  const name = '🧭'.repeat(60)
  expect((await addAgent(roster, added({ name }))).result.name).toBe(name)
  await changeRole(roster.agents, { role: 'writer', roleCharter: '🧭'.repeat(4000) })
  expect((await roster.agents.read()).roleSettings).toHaveLength(1)
})

it('the roster allows any number of chiefs and says when it is not one', async () => {
  const roster = await openRoster()
  expect((await changeAgent(roster, { id: 'chief', enabled: false })).warnings).toEqual(['chief_required:0'])
  expect((await changeAgent(roster, { id: 'chief', enabled: true })).warnings).toEqual([])
  expect((await changeAgent(roster, { id: 'writer', canBeTeamLead: true })).warnings).toEqual(['chief_required:2'])
  expect((await changeAgent(roster, { id: 'writer', canBeTeamLead: null })).warnings).toEqual([])
  expect((await addAgent(roster, added({ role: 'Moderator' }))).warnings).toEqual(['chief_required:2'])
})

it('the roster lets an agent cite no more than its role may', async () => {
  const roster = await openRoster()
  const before = roster.bytes()
  await expect(changeAgent(roster, { id: 'planner', evidenceSources: ['scene'] })).rejects.toMatchObject({
    wire: 'invalid_request',
    details: { field: 'evidenceSources', allowed: ['outline'] },
  })
  expect(roster.bytes()).toBe(before)
  const { result } = await changeAgent(roster, { id: 'continuity', evidenceSources: ['canon'] })
  expect(result.evidenceSources).toEqual(['canon'])
})

it('the roster takes in agents of another workspace whole or not at all, without what they earned there', async () => {
  const roster = await openRoster()
  const scout = { ...added({}), id: 'scout', skills: [], goals: [], createdAt: at, updatedAt: at, theirs: 1 }
  const modelRecords = [{ ...newRecord('m'), tier: 4 }]
  const { result } = await importAgents(roster, [{ ...scout, modelRecords }])
  expect(result).toEqual([expect.objectContaining({ id: 'scout', theirs: 1 })])
  expect(result[0]?.modelRecords).toBeUndefined()
  const { createdAt: _, updatedAt: __, ...undated } = scout
  expect((await importAgents(roster, [{ ...undated, id: 'undated' }])).result[0]?.createdAt).toBe(at)
  expect(ImportedAgent.safeParse({ ...scout, name: 'Two\nlines' }).success).toBe(false)
  const before = roster.bytes()
  const taken = { wire: 'agent_exists', details: { ids: ['scout'] } }
  await expect(importAgents(roster, [{ ...scout, id: 'fresh' }, scout])).rejects.toMatchObject(taken)
  await expect(
    importAgents(roster, [
      { ...scout, id: 'twin' },
      { ...scout, id: 'twin' },
    ]),
  ).rejects.toMatchObject({ details: { ids: ['twin'] } })
  expect(roster.bytes()).toBe(before)
})

it('the roster is put in an order that names each agent once', async () => {
  const roster = await openRoster()
  const ids = await roster.ids()
  const order = [...ids].reverse()
  await orderAgents(roster, order)
  expect(await roster.ids()).toEqual(order)
  const before = roster.bytes()
  for (const wrong of [ids.slice(1), [...ids, 'nobody'], [...ids, 'chief'], []]) {
    await expect(orderAgents(roster, wrong)).rejects.toMatchObject({ wire: 'invalid_request' })
  }
  expect(roster.bytes()).toBe(before)
})

it('the roster never loses an agent or an id, whatever is done to it', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('add' as const), name: fc.string({ minLength: 1, maxLength: 12 }) }),
    fc.record({ do: fc.constant('enable' as const), nth: fc.nat(20), enabled: fc.boolean() }),
    fc.record({ do: fc.constant('order' as const), seed: fc.nat(20) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async steps => {
      const roster = await openRoster()
      for (const one of steps) {
        const before = await roster.ids()
        if (one.do === 'add') {
          const given = NewAgent.safeParse({ name: one.name, role: 'x' })
          if (given.success) await addAgent(roster, given.data)
        } else if (one.do === 'enable') {
          const id = before[one.nth % before.length] ?? ''
          await changeAgent(roster, { id, enabled: one.enabled })
        } else await orderAgents(roster, [...before.slice(one.seed % 6), ...before.slice(0, one.seed % 6)])
        const after = await roster.ids()
        expect(new Set(after).size).toBe(after.length)
        for (const id of before) expect(after).toContain(id)
      }
    }),
    { numRuns: 15 },
  )
})

const defaults = {
  maxOutputTokens: 1200,
  timeoutMs: 120_000,
  maxRetries: 2,
  useProviderDefaults: false,
  structured: 'auto' as const,
}

it.each([
  { name: 'Two\nlines' },
  { name: ' ' },
  { name: 'x'.repeat(61) },
  { role: 'x'.repeat(41) },
  { avatar: 'https://example.com/a.png' },
  { avatar: `data:image/png;base64,${'A'.repeat(65 * 1024)}` },
  { instructions: 'x'.repeat(4001) },
  { tools: [{ id: 'shell', enabled: true }] },
  { evidenceSources: ['secrets'] },
  { memoryProfile: { maxInterestLevel: 6 } },
  { personality: { baseInstructions: 'é'.repeat(501) } },
  { modelRecords: [] },
  { unknown: 1 },
])('what may be said of an agent is not %j', given => {
  expect(NewAgent.safeParse({ name: 'Ada', role: 'writer', ...given }).success).toBe(false)
  expect(AgentChange.safeParse({ id: 'writer', ...given }).success).toBe(false)
})

it('what may be said of an agent includes an emoji, a picture and null for what should go', () => {
  for (const avatar of ['🧭', '👩‍👩‍👧‍👦', 'data:image/png;base64,AAAA', null]) {
    expect(AgentChange.safeParse({ id: 'writer', avatar }).success).toBe(true)
  }
  expect(AgentChange.safeParse({ id: 'writer', name: null }).success).toBe(false)
})

it('the settings of a role are kept under one name for all its names', async () => {
  const { agents } = await openRoster()
  await changeRole(agents, { role: 'Lore Keeper', roleCharter: 'Mind the tides.', freedomLevel: 'supervised' })
  await changeRole(agents, { role: 'continuity', roleCharter: null, notifyUserOn: ['conflict'] })
  const { roleSettings } = await agents.read()
  expect(roleSettings).toEqual([{ role: 'continuity', freedomLevel: 'supervised', notifyUserOn: ['conflict'] }])
  expect(roleView({ roleSettings }, 'lore-keeper')).toEqual({
    role: 'continuity',
    label: 'Continuity',
    shippedCharter: expect.stringContaining('You are Continuity.'),
    settings: { freedomLevel: 'supervised', notifyUserOn: ['conflict'] },
  })
})

it('the settings of a role are listed for the known roles and then for those that agents have', async () => {
  const roster = await openRoster()
  await addAgent(roster, added({}))
  expect(roleViews(await roster.agents.read()).map(({ role }) => role)).toEqual([
    ...['assistant', 'planner', 'writer', 'editor', 'critic', 'continuity', 'librarian'],
    'cartographer',
  ])
})
