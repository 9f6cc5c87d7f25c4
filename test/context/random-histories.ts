import fc from 'fast-check'
import { expect } from 'vitest'
import { type App, openApp } from '../../src/app.ts'
import { dumpStore } from '../records/store-dump.ts'
import { type Answer, callOperation, createEmptyStore } from '../support/engines.ts'
import { freeText, overrides, projectFields, texts } from './arguments.ts'

const ids = ['default', 'one', 'two', 'three'] as const
const id = fc.constantFrom(...ids, 'nowhere')
const patch = fc.oneof(texts, fc.record({ recentEvents: fc.constant(null), additionalNotes: fc.constant(null) }))

/** A call with arguments drawn from what people and agents send, some of it refused. */
const step = fc.oneof(
  call(
    'project_create',
    fc.record({ name: fc.constantFrom('One', 'Two'), id: fc.constantFrom('one', 'two', 'three') }),
  ),
  call(
    'create_project',
    fc.record({ name: fc.constantFrom('One', 'Two'), id: fc.constantFrom('one', 'two', 'three') }),
  ),
  call('context_summarize', fc.record({ projectId: id, summary: freeText })),
  call('context_summarize', fc.record({ projectId: id, summary: freeText, additionalNotes: freeText })),
  call(
    'project_update',
    fc.tuple(id, projectFields, patch).map(([project, fields, customData]) => ({ id: project, ...fields, customData })),
  ),
  call('project_edit', fc.record({ id, digest: fc.constantFrom('on', 'off'), maxTokens: fc.constantFrom(null, 800) })),
  call('context_restore', fc.record({ projectId: id, n: fc.integer({ min: 1, max: 6 }) })),
  call(
    'context_build',
    fc.tuple(id, overrides).map(([projectId, given]) => ({ projectId, ...given })),
  ),
  call('project_delete', fc.record({ id, force: fc.boolean() })),
  call('project_restore', fc.record({ id })),
  call(
    'create_record',
    fc.record({
      project_id: id,
      type: fc.constant('note'),
      title: fc.constant('T'),
      summary: freeText,
      body: fc.constant('b'),
    }),
  ),
  call(
    'transition',
    fc.record({ id: fc.constantFrom('R001', 'R002'), to_state: fc.constant('LATER'), reason: fc.constant('x') }),
  ),
)
const jumps = fc.constantFrom(0, 1, 5000, -3000)

/** After every call of so many random histories, everything that must hold does. */
export async function expectInvariants(engine: 'sqlite' | 'postgres', runs: number): Promise<void> {
  const property = fc.asyncProperty(
    fc.array(fc.tuple(step, jumps), { minLength: 15, maxLength: 30 }),
    async history => {
      const { location, drop } = await createEmptyStore(engine)
      const time = { now: Date.parse('2025-02-10T08:00:00.000Z') }
      const app = await openApp({ location, clock: () => time.now })
      try {
        for (const [{ name, args }, jump] of history) {
          time.now += jump
          const before = await dumpStore(app)
          const answer = await callOperation(app, name, args)
          await check(app, name, before, answer)
        }
      } finally {
        await app.close()
        await drop()
      }
    },
  )
  await fc.assert(property, { numRuns: runs, endOnFailure: true })
}

const ofRecords = ['create_record', 'transition']
const ofContext = ['context_summarize', 'project_update', 'project_edit', 'context_restore', 'context_build']

async function check(app: App, name: string, before: Dump, answer: Answer): Promise<void> {
  const after = await dumpStore(app)
  const [was, is] = [rowsById(before), rowsById(after)]
  // K9: what is refused changes nothing.
  if (answer.isError || answer.error) expect(after, `${name} was refused`).toEqual(before)

  for (const [project, row] of is) {
    const older = was.get(project)
    // K5: whatever way a project came about, it has what it must have.
    for (const column of ['name', 'template', 'slice', 'task_file', 'instruction', 'is_monorepo', 'created', 'updated'])
      expect(row[column], `${column} of ${project}`).not.toBeNull()
    if (!older) continue
    // K4: its time never runs backwards.
    expect(String(row.updated) >= String(older.updated)).toBe(true)
    // K3: each part leaves the other's clock alone.
    if (ofContext.includes(name)) expect(row.tick).toBe(older.tick)
    if (ofRecords.includes(name)) expect({ ...row, tick: 0, last_ts: '' }).toEqual({ ...older, tick: 0, last_ts: '' })
    // K6: what is set for one block never reaches the row.
    if (name === 'context_build') expect(row).toEqual(older)
  }
  if (ofRecords.includes(name) || name === 'context_build') expect(after.project_texts).toEqual(before.project_texts)

  // K10: both parts see the same projects.
  const seen = async (list: string) =>
    (await callOperation(app, list)).projects.map((each: { id: string }) => each.id).sort()
  const visible = await seen('project_list')
  expect(visible).toEqual(await seen('list_projects'))
  for (const project of visible) {
    await checkHistory(app, project)
    await checkBlock(app, project)
  }
}

/** K1 and K2: the newest entry is what is stored, and the numbers have no gaps. */
async function checkHistory(app: App, project: string): Promise<void> {
  const { customData } = await callOperation(app, 'project_get', { id: project })
  const { entries, total } = await callOperation(app, 'context_history', { projectId: project, limit: 200 })
  expect(entries.map((each: { n: number }) => each.n)).toEqual(Array.from({ length: total }, (_, at) => total - at))
  const [newest = {}] = entries
  expect([newest.recentEvents, newest.additionalNotes]).toEqual([customData.recentEvents, customData.additionalNotes])
}

/** K7 and K8: a preview is a build, and each stored text is in it once, word for word, in a section of its own. */
async function checkBlock(app: App, project: string): Promise<void> {
  const { customData } = await callOperation(app, 'project_get', { id: project })
  const args = { projectId: project, instruction: 'review', maxTokens: 1_000_000 }
  const { text, sections } = await callOperation(app, 'template_preview', args)
  expect((await callOperation(app, 'context_build', args)).text).toBe(text)
  for (const [section, field, title] of [
    ['state', 'recentEvents', '### Current Project State'],
    ['notes', 'additionalNotes', '## Additional Instructions'],
  ] as const) {
    const stored = customData[field] ?? ''
    const here = sections.filter((each: { name: string }) => each.name === section)
    expect(here).toHaveLength(stored.trim() === '' ? 0 : 1)
    if (here.length === 1) expect(text).toContain(`\n\n${title}\n${stored}`)
    if (here.length === 1) expect(here[0].bytes).toBe(Buffer.byteLength(`${title}\n${stored}`))
  }
}

type Dump = Awaited<ReturnType<typeof dumpStore>>

function rowsById(dump: Dump): Map<string, { [column: string]: unknown }> {
  return new Map((dump.projects ?? []).map(row => JSON.parse(row)).map(row => [row.id, row]))
}

function call<T>(name: string, args: fc.Arbitrary<T>) {
  return args.map(given => ({ name, args: Object(given) }))
}
