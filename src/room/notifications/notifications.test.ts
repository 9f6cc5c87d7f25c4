import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { outcomeOf, rejectedReply, specOf } from '../../../test/room/turn-outcomes.ts'
import { tempHome } from '../../../test/support/tempdir.ts'
import { agentStore, defaultRoster } from '../agents/registry.ts'
import { issueStore } from '../issues/store.ts'
import type { TurnOutcome } from '../turns/turn.ts'
import { notices, notify, notifyIfRequested, requestedEvent, requestedEvents } from './notify.ts'
import { maxNotifications, type NewNotification, Notification, notificationStore } from './store.ts'

const start = Date.parse('2026-03-01T12:00:00.000Z')
const hour = 3_600_000

function openStore() {
  const home = tempHome()
  const control = join(home, 'control')
  const time = { now: start }
  const lines: string[] = []
  const parts = {
    project: 'p1',
    home,
    control,
    clock: () => time.now,
    log: (line: string) => lines.push(line),
    agents: agentStore(control),
    issues: issueStore(control),
  }
  return { parts, time, lines, store: notificationStore(home), file: join(home, 'data', 'notifications.json') }
}

const all = () => true

it.each<[string, NewNotification, object]>([
  ['audit failure', notices.auditFailed('chat_1'), { level: 'error', persistent: true, category: 'blocking' }],
  [
    'round closed',
    notices.roundClosed({ conferenceId: 'conf_1', number: 2, roundId: 'rnd_1', issueId: 9 }),
    {
      level: 'success',
      message: 'Round 2 of a conference is closed and kept as issue #9.',
      actionPayload: { kind: 'openRound', id: 'rnd_1', conference: 'conf_1' },
    },
  ],
  ['two rejections', notices.rejectedTwice('critic'), { level: 'warning' }],
  ['run failed', notices.runFailed('run_1'), { level: 'error', actionPayload: { kind: 'openRun', id: 'run_1' } }],
  ['canon stale', notices.canonStale(1), { actionPayload: { kind: 'openCanon', id: 'index' } }],
  ['provider unreachable', notices.providerUnreachable('critic', 'ollama'), { level: 'error' }],
  ['Chief missing', notices.chiefMissing(0), { level: 'warning', category: 'blocking' }],
  ['issue frozen', notices.issueFrozen(3), { actionPayload: { kind: 'openIssue', id: '3' } }],
  ...requestedEvents.map((event): [string, NewNotification, object] => [
    event,
    notices.requested(event, 'critic', 'turn_1'),
    { source: 'turns' },
  ]),
])('a notice of %s is filed with the project it is about', async (_, notice, expected) => {
  const { parts, store } = openStore()
  await notify(parts, notice)
  const [filed] = await store.all()
  expect(Notification.parse(filed)).toMatchObject({ projectId: 'p1', read: false, dismissed: false, ...expected })
  expect(filed?.message.length).toBeLessThanOrEqual(200)
})

it('notices are listed newest first, and the unread ones counted', async () => {
  const { store, time } = openStore()
  for (const source of ['a', 'b', 'c']) await store.add({ level: 'info', message: source, source }, time.now++)
  expect((await store.all()).map(({ id, message }) => [id, message])).toEqual([
    ['ntf-3', 'c'],
    ['ntf-2', 'b'],
    ['ntf-1', 'a'],
  ])
  await store.mark('ntf-2', { read: true, persistent: true }, all)
  expect((await store.all())[1]).toMatchObject({ read: true, persistent: true, dismissed: false })
  expect(await store.mark('ntf-9', { read: true }, all)).toBeUndefined()
  expect(await store.markAll(all)).toBe(2)
  expect(await store.markAll(all)).toBe(0)
  expect(await store.remove(({ id }) => id === 'ntf-1')).toBe(1)
  expect(await store.all()).toHaveLength(2)
})

it('a notification with the same key is updated within a day, and added again after that', async () => {
  const { store } = openStore()
  const base = { level: 'info', source: 's', dedupeKey: 'k', projectId: 'p1' } as const
  await store.add({ ...base, message: 'one' }, start)
  await store.mark('ntf-1', { read: true }, all)
  await store.add({ ...base, message: 'two' }, start + 24 * hour - 1)
  expect(await store.all()).toMatchObject([{ id: 'ntf-1', message: 'two', read: false }])
  await store.add({ ...base, message: 'three' }, start + 48 * hour - 1)
  expect((await store.all()).map(({ id }) => id)).toEqual(['ntf-2', 'ntf-1'])
  await store.add({ ...base, message: 'elsewhere', projectId: 'p2' }, start + 48 * hour)
  expect(await store.all()).toHaveLength(3)
})

it('five hundred notices are kept: read ones go first, then those not to be kept', async () => {
  const { file, store } = openStore()
  mkdirSync(join(file, '..'))
  const notifications = Array.from({ length: 500 }, (_, n) => ({
    id: `ntf-${500 - n}`,
    level: 'info',
    scope: 'global',
    category: 'info',
    message: 'm',
    source: 's',
    timestamp: '2026-03-01T00:00:00.000Z',
    persistent: n >= 498,
    read: n === 10,
    dismissed: false,
    projectId: null,
  }))
  writeFileSync(file, JSON.stringify({ version: 1, nextId: 501, notifications }))
  const ids = async () => new Set((await store.all()).map(({ id }) => id))
  await store.add({ level: 'info', message: 'x', source: 's' }, start)
  expect(await ids()).toHaveProperty('size', 500)
  expect((await ids()).has('ntf-490')).toBe(false)
  await store.add({ level: 'info', message: 'x', source: 's' }, start)
  expect((await ids()).has('ntf-3')).toBe(false)
  expect((await ids()).has('ntf-1')).toBe(true)
})

it('notices are kept per project: many in one push none of another out', async () => {
  const { file, store } = openStore()
  mkdirSync(join(file, '..'))
  const base = { level: 'info', scope: 'global', category: 'info', message: 'm', source: 's' } as const
  const marks = { timestamp: '2026-03-01T00:00:00.000Z', persistent: true, read: false, dismissed: false }
  const crowd = Array.from({ length: maxNotifications }, (_, n) => ({ id: `ntf-${n + 2}`, projectId: 'p2' }))
  const notifications = [...crowd.toReversed(), { id: 'ntf-1', projectId: 'p1' }, { id: 'ntf-0', projectId: null }]
  const book = { version: 1, nextId: 502, notifications: notifications.map(each => ({ ...base, ...marks, ...each })) }
  writeFileSync(file, JSON.stringify(book))
  for (let n = 0; n < 5; n++) await store.add({ ...base, persistent: true, projectId: 'p2' }, start)
  const kept = await store.all()
  expect(kept.filter(({ projectId }) => projectId !== 'p2').map(({ id }) => id)).toEqual(['ntf-1', 'ntf-0'])
  expect(kept.filter(({ projectId }) => projectId === 'p2')).toHaveLength(maxNotifications)
})

it.each<[string, TurnOutcome, string | undefined]>([
  ['accepted', outcomeOf(), 'completion'],
  ['rejected', rejectedReply('missing'), 'error'],
  ['failed', outcomeOf({ state: 'error' }), 'error'],
  ['conflict', outcomeOf({ state: 'stopped', stopHook: { type: 'conflict', code: null } }), 'conflict'],
  ['error', outcomeOf({ state: 'stopped', stopHook: { type: 'error', code: null } }), 'error'],
  ['uncertainty', outcomeOf({ state: 'stopped', stopHook: { type: 'uncertainty', code: null } }), 'question'],
  ['approval', outcomeOf({ state: 'stopped', stopHook: { type: 'approval-required', code: null } }), 'question'],
  ['abstained', outcomeOf({ state: 'abstained' }), undefined],
  ['cancelled', outcomeOf({ state: 'cancelled' }), undefined],
])('a turn that ends this way is reported under its own event, if it has one: %s', (_, outcome, event) => {
  expect(requestedEvent(outcome)).toBe(event)
})

it('people are notified of turns only where the settings of the role ask for it', async () => {
  const { parts, store } = openStore()
  const roleSettings = [{ role: 'Beta-Reader', notifyUserOn: ['start' as const, 'completion' as const] }]
  await parts.agents.change(() => ({ next: { ...defaultRoster(''), roleSettings }, result: null }))
  const { agent, turnId } = specOf()
  await notifyIfRequested(parts, 'start', { agent, turnId })
  await notifyIfRequested(parts, 'error', { agent, turnId })
  await notifyIfRequested(parts, 'start', { agent: { ...agent, role: 'writer' }, turnId })
  expect((await store.all()).map(({ message }) => message)).toEqual([`Agent critic: a turn has begun (${turnId})`])
})

it('a file of notices that is not what it should be is left alone, and no caller fails for it', async () => {
  const { parts, file, lines, store } = openStore()
  mkdirSync(join(file, '..'))
  writeFileSync(file, '[]')
  expect(await notify(parts, notices.runFailed('run_1'))).toBeUndefined()
  expect(lines).toEqual(['room notifications: not filed (StoreCorrupt)'])
  await expect(store.all()).rejects.toMatchObject({ file: 'notifications.json' })
  expect(readFileSync(file, 'utf8')).toBe('[]')
})
