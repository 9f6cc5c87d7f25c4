import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { charterOf } from './charters.ts'
import { endpointOf, endpointStore } from './endpoints.ts'
import { agentStore, defaultRoster, enabledChiefs } from './registry.ts'
import { roleKey, roleNamed } from './roles.ts'

it.each([
  ['Chief of  Staff ', 'assistant'],
  ['moderator', 'assistant'],
  ['Lore Keeper', 'continuity'],
  ['Beta-Reader', 'critic'],
  ['Cartographer', 'cartographer'],
])('the role %j is compared as %j', (given, key) => {
  expect(roleKey(given)).toBe(key)
})

it('a role may cite what is its own, and an unknown role every file and no issue', () => {
  expect(roleNamed('planner').sources).toEqual(['outline'])
  expect(roleNamed('chief')).toMatchObject({ key: 'assistant', label: 'Chief of Staff', mayCiteIssues: true })
  expect(roleNamed('Cartographer')).toMatchObject({ label: 'Cartographer', mayCiteIssues: false })
  expect(roleNamed('constructor').label).toBe('constructor')
  expect(charterOf('constructor').frame).toBe('Look at what concerns your expertise.')
})

it('a room opens with six members and one chief, and keeps what others wrote', async () => {
  const folder = tempHome()
  const store = agentStore(folder)
  await store.change(() => ({ next: { ...defaultRoster('2026-03-01T12:00:00.000Z'), theirs: 1 }, result: null }))
  const registry = await agentStore(folder).read()
  expect(registry.agents.map(({ id }) => id)).toEqual(['chief', 'planner', 'writer', 'editor', 'critic', 'continuity'])
  expect(enabledChiefs(registry).map(({ id }) => id)).toEqual(['chief'])
  expect(registry.theirs).toBe(1)
})

it('enabled agents that lead are counted as chiefs', () => {
  const { agents, ...rest } = defaultRoster('2026-03-01T12:00:00.000Z')
  const led = agents.map(agent =>
    agent.id === 'chief'
      ? { ...agent, enabled: false }
      : agent.id === 'writer'
        ? { ...agent, canBeTeamLead: true }
        : agent,
  )
  expect(enabledChiefs({ ...rest, agents: led }).map(({ id }) => id)).toEqual(['writer'])
})

it('an agent that has no endpoint is given none', async () => {
  const store = endpointStore({ control: tempHome(), home: tempHome(), project: 'p' })
  expect(endpointOf(await store.read(), 'chief')).toBeUndefined()
  expect(endpointOf(await store.read(), 'constructor')).toBeUndefined()
})
