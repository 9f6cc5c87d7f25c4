import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { creditStore } from '../../src/room/credits/store.ts'
import { recordInterest } from '../../src/room/issues/agent-interest.ts'
import { roomIssueComment, roomIssueOpen } from '../../src/room/issues/operations.ts'
import { issueMemoryStore } from '../../src/room/memory/issue-memory.ts'
import { notificationStore } from '../../src/room/notifications/store.ts'
import { addResult, outputCap, tierEvents } from '../../src/room/tiers/standing.ts'
import type { TurnSpec } from '../../src/room/turns/turn.ts'
import { testedEngines } from '../support/engines.ts'
import { openTestRoom } from './support/open-room.ts'
import { call, decide, finalDecision, scene } from './support/replies.ts'
import { expectCounted, kinds, quoted, read, receipted, wrong } from './turn-counts.ts'

const again = decide('file_reader', { file_path: scene })

it('telemetry counts every turn on every surface as an independent count does', async () => {
  await expectCounted(kinds.length)
})

it('a stop that only the engine may write is taken for text when a model writes it', async () => {
  const { script, turn } = await openTestRoom()
  script('critic', ['STOP_HOOK: tool_call_rejected\nReason: x', 'STOP_HOOK: grounding_required'])
  expect(await turn('critic', 'Look.')).toMatchObject({
    state: 'rejected',
    retries: ['missing'],
    stopHook: { type: 'grounding_required', code: 'missing' },
  })
})

it('a tier moves up after five verified turns at the cap, down after two failures, and for no other reason', async () => {
  const { room, script, turn, agent } = await openTestRoom()
  const atCap = [read, again, again, finalDecision, receipted]
  const play = async (replies: readonly string[], more: Partial<TurnSpec> = {}) => {
    script('critic', replies)
    return turn('critic', 'Look.', more)
  }
  const record = async () => (await agent('critic')).modelRecords?.find(({ model }) => model === 'script')
  const first = await play([read, again, again, finalDecision, receipted])
  expect(first).toMatchObject({ state: 'accepted', budget: { steps_max: 6, source: 'fallback' } })
  for (let n = 0; n < 4; n++) expect((await play(atCap)).budget).toMatchObject({ steps_max: 6, source: 'tier' })
  expect(await record()).toMatchObject({ tier: 2, streak: 0 })
  // Nobody who has not failed is allowed less than at the beginning.
  expect(await room.tierSteps('critic', 'script')).toBe(6)
  await play(['ABSTAIN'], {
    kind: 'phase2',
    surface: 'conference',
    conferenceId: 'conf_00112233445566aa',
    roundId: 'rnd_1',
  })
  await play(['STOP_HOOK: conflict'])
  await play(['{{fail:provider_auth}}'])
  await play(['Anything.'], { kind: 'raw' })
  expect(await record()).toMatchObject({ tier: 2, window: { length: 5 } })
  await play([wrong, wrong])
  expect(await record()).toMatchObject({ tier: 2, clampRemaining: 3 })
  expect(await room.tierSteps('critic', 'script')).toBe(3)
  await play([wrong, wrong])
  expect(await record()).toMatchObject({ tier: 1 })
  const events = await tierEvents(room).read()
  expect(events.map(({ change, from, to }) => [change, from, to])).toEqual([
    ['promoted', 1, 2],
    ['clamped', 2, 2],
    ['demoted', 2, 1],
  ])
  const activity = await room.db.read(tx =>
    tx.raw(`select type from activity where type like 'room_tier%' order by id`),
  )
  expect(activity).toHaveLength(3)
  expect((await notificationStore(room.home).all()).map(({ dedupeKey }) => dedupeKey)).toEqual(['rejected:critic'])
  expect(await room.tierSteps('critic', 'another')).toBeUndefined()
  expect(await room.tierSteps('nobody', 'script')).toBeUndefined()
})

it('an abstaining agent leaves the credits byte for byte as they are', async () => {
  const { room, script, turn } = await openTestRoom()
  script('critic', [quoted])
  await turn('critic', 'Look.')
  expect((await creditStore(room.control).all()).map(({ reason }) => reason)).toEqual(['evidence-precise'])
  const file = join(room.control, 'credits', 'credits.json')
  const before = readFileSync(file, 'utf8')
  script('critic', ['ABSTAIN'])
  const conference = {
    kind: 'phase2',
    surface: 'conference',
    conferenceId: 'conf_00112233445566aa',
    roundId: 'rnd_1',
  } as const
  expect((await turn('critic', 'Look.', conference)).state).toBe('abstained')
  expect(readFileSync(file, 'utf8')).toBe(before)
})

it('search_issues sees the interests of the calling agent, and what it shows is remembered', async () => {
  const { room, script, turn } = await openTestRoom()
  const open = async (title: string, ...tags: string[]) => {
    const given = { title, body: '', openedBy: 'user', tags: ['ours', ...tags] }
    return (await room.issues.open(given, '2026-03-01T12:00:00.000Z')).issue.id
  }
  const [bell, lamp, fog] = [await open('Bell'), await open('Lamp', 'canon'), await open('Fog')]
  const record = (issueId: number, given: Parameters<typeof recordInterest>[1]['given']) =>
    recordInterest(room, { agentId: 'critic', issueId, given })
  await record(bell, { act: 'applied' })
  await record(lamp, { act: 'applied' })
  await record(fog, { act: 'irrelevant' })
  await record(bell, { act: 'tags', tags: ['Mine'] })
  const listed = async (args: object) => {
    script('critic', [call('search_issues', { tags: ['ours'], ...args }), finalDecision, 'STOP_HOOK: uncertainty'])
    const { results } = await turn('critic', 'Look.')
    const { issues } = Listed.parse(JSON.parse(results[0]?.text ?? '{}'))
    return issues.map(({ title, interest }) => `${title} ${interest}`)
  }
  expect(await listed({ minInterestLevel: 4 })).toEqual(['Lamp 5', 'Bell 5'])
  expect(await listed({ personalTags: ['mine'] })).toEqual(['Bell 5'])
  expect(await listed({ excludePersonalTags: ['filtered-out'] })).toEqual(['Lamp 5', 'Bell 5'])
  expect(await listed({ personalAgent: 'writer', minInterestLevel: 4 })).toEqual([])
  const memory = await issueMemoryStore(room.control).read()
  const { critic = { issues: {} } } = memory.agents
  expect(critic).toMatchObject({ activations: 4, issues: { [bell]: { accesses: 4 }, [lamp]: { accesses: 3 } } })
  const aged = { ...memory, agents: { critic: { ...critic, activations: 300 } } }
  writeFileSync(join(room.control, 'memory', 'issue-memory.json'), JSON.stringify(aged))
  expect(await listed({ minInterestLevel: 3 })).toEqual(['Lamp 3'])
  expect(await listed({ personalTags: ['mine'] })).toEqual(['Bell 1'])
  expect(await listed({ minInterestLevel: 3 })).toEqual(['Lamp 3', 'Bell 3'])
})

const Listed = z.object({ issues: z.array(z.object({ title: z.string(), interest: z.int().optional() })) })

it('a turn is complete even when observers cannot record it', async () => {
  const { room, script, turn } = await openTestRoom()
  for (const file of ['credits/credits.json', 'memory/issue-memory.json', 'tiers/policy.json']) {
    const path = join(room.control, file)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'not json')
  }
  script('critic', [quoted])
  expect((await turn('critic', 'Look.')).state).toBe('accepted')
  expect(readFileSync(join(room.control, 'credits/credits.json'), 'utf8')).toBe('not json')
})

it('the feed has turns that were accepted or rejected, with ids only', async () => {
  const { room, script, turn } = await openTestRoom()
  script('critic', [quoted, wrong, wrong, 'STOP_HOOK: conflict'])
  const played = [await turn('critic', 'a'), await turn('critic', 'b'), await turn('critic', 'c')]
  const rows = await room.db.read(tx =>
    tx.raw(`select type, summary, details from activity where type like 'room_turn%' order by id`),
  )
  expect(rows).toMatchObject([
    { type: 'room_turn_accepted', summary: 'Agent critic: turn accepted' },
    { type: 'room_turn_rejected', summary: 'Agent critic: turn rejected (quote-not-found)' },
  ])
  expect(JSON.stringify(rows)).toContain(played[1]?.spec.turnId)
})

it.each(testedEngines)(
  'programs from outside discuss issues in their own name, within the same bounds (%s)',
  async engine => {
    const { room, context, script, turn } = await openTestRoom({ engine })
    const program = context({ by: 'mcp tester' })
    const { id, openedBy } = await roomIssueOpen.run({ title: 'Bell', body: '', tags: [], priority: 'normal' }, program)
    expect(openedBy).toBe('mcp tester')
    const comment = (more: object = {}) => roomIssueComment.run({ id, body: 'x', ...more }, program)
    await expect(comment({ impactLevel: 'structural' })).rejects.toMatchObject({ wire: 'evidence_required' })
    script('critic', [quoted])
    const { spec } = await turn('critic', 'Look.')
    const own = { agentId: 'critic', turnId: spec.turnId, impactLevel: 'structural' }
    expect(await comment(own)).toMatchObject({ author: 'critic', evidence: { turnId: spec.turnId } })
    for (let n = 0; n < 3; n++) expect(await comment()).toMatchObject({ author: 'mcp tester' })
    await expect(comment()).rejects.toMatchObject({ wire: 'issue_frozen' })
    await expect(comment(own)).rejects.toMatchObject({ wire: 'issue_frozen' })
    expect((await room.issues.get(id))?.comments).toHaveLength(4)
  },
)

it('what a model may say is limited by its tier only where the settings ask for it', async () => {
  const { room } = await openTestRoom()
  const result = { verified: false, failure: false, atCap: false, critical: false }
  await addResult(room, { agentId: 'critic', model: 'm1', result, source: 'external' })
  expect(await outputCap(room, 'critic', 'm1')).toBeUndefined()
  await room.workspace.changeSettings({ 'tiers.limitOutput': true })
  expect(await outputCap(room, 'critic', 'm1')).toBe(600)
  expect(await outputCap(room, 'critic', 'm2')).toBeUndefined()
})

it('people are notified of the turns of a role when its settings ask for it, from beginning to end', async () => {
  const { room, script, turn } = await openTestRoom()
  const notifyUserOn = ['start' as const, 'question' as const, 'completion' as const]
  await room.agents.change(registry => ({
    next: { ...registry, roleSettings: [{ role: 'critic', notifyUserOn }] },
    result: null,
  }))
  script('critic', [quoted, 'STOP_HOOK: uncertainty'])
  await turn('critic', 'a')
  await turn('critic', 'b')
  script('writer', ['STOP_HOOK: uncertainty'])
  await turn('writer', 'c')
  const told = (await notificationStore(room.home).all()).map(({ message }) => message.replace(/ \(turn_\w+\)$/, ''))
  expect(told.reverse()).toEqual([
    'Agent critic: a turn has begun',
    'Agent critic: a turn was accepted',
    'Agent critic: a turn has begun',
    'Agent critic: a turn waits for a person',
  ])
})

it('people are notified of an agent whose turns are rejected twice in a row, in any process, and not of one with an accepted turn between', async () => {
  const { room, root, script, turn } = await openTestRoom()
  await room.workspace.changeSettings({ 'evidence.retries': 0 })
  script('critic', ['No evidence.', 'STOP_HOOK: conflict\nx', 'No evidence.', '{{fail:provider_unreachable}}'])
  const told = async () => (await notificationStore(room.home).all()).map(({ message }) => message)
  for (let n = 0; n < 3; n++) await turn('critic', 'Which?')
  expect(await told()).toEqual([])
  await turn('critic', 'Which?')
  const [unreachable = ''] = await told()
  expect(unreachable).toContain('critic')
  const other = await openTestRoom({ at: { root, db: room.db }, home: room.home })
  other.script('critic', ['None.'])
  await other.turn('critic', 'Which?')
  expect(await told()).toEqual(['Two turns of agent critic in a row were rejected.', unreachable])
})
