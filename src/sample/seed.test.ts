import { expect, test } from 'vitest'
import { tempHome } from '../../test/support/tempdir.ts'
import { type App, openApp } from '../app.ts'
import { invoke } from '../invoke.ts'
import { operationNamed } from '../operations.ts'
import { localPrincipal } from '../projects/roles.ts'
import { seedSample } from './seed.ts'
import { instantOf, story } from './story.ts'

async function ask(app: App, name: string, args: object) {
  const operation = operationNamed(name)
  if (!operation) throw new Error(`No operation ${name}.`)
  const outcome = await invoke(app, operation, args, { principal: localPrincipal })
  if (!outcome.ok) throw outcome.fault
  return outcome.result
}

test('the story runs forward and ends on the last day of the week (review row 16)', () => {
  const week = ['2025-03-26', '2025-03-27', '2025-03-28', '2025-03-29', '2025-03-30']
  const instants = story.map(step => instantOf(step.when, week, 'Europe/London'))
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  expect(instants.at(-1)).toBeLessThan(Date.parse('2025-03-30T23:00:00Z'))
  expect(instants.at(-1)).toBeGreaterThan(Date.parse('2025-03-29T23:00:00Z'))
})

test('a seeding that was cut off goes on where it stopped', async () => {
  const location = `${tempHome()}/daybook.db`
  const app = await openApp({ location })
  let calls = 0
  // The disk fills up in the middle of the story.
  const failing: App = {
    ...app,
    db: { ...app.db, write: work => (++calls > 30 ? Promise.reject(new Error('full')) : app.db.write(work)) },
  }
  await expect(seedSample(failing)).rejects.toThrow()
  expect(await seedSample(app)).toBe(true)

  const whole = await openApp({ location: `${tempHome()}/daybook.db` })
  expect(await seedSample(whole)).toBe(true)
  const titles = async (which: App) => {
    const { records } = await ask(which, 'list_records', { project_id: 'sample' })
    return records
  }
  const stripped = (records: unknown) => JSON.stringify(records).replace(/"modified":"[^"]*"/g, '')
  expect(stripped(await titles(app))).toBe(stripped(await titles(whole)))
  expect(await ask(app, 'check_records', {})).toMatchObject({ ok: true })
  expect((await ask(app, 'get_project', { id: 'sample' })).tick).toBe(
    (await ask(whole, 'get_project', { id: 'sample' })).tick,
  )
  await app.close()
  await whole.close()
})

test('it is offered once per database, and references in its texts are ids', async () => {
  const app = await openApp({ location: `${tempHome()}/daybook.db` })
  expect(await seedSample(app)).toBe(true)
  expect(await seedSample(app)).toBe(false)
  const { jsonl } = await ask(app, 'export_records', { project_id: 'sample' })
  expect(jsonl).not.toContain('{{')
  expect(jsonl).toMatch(/settled by R90002/)
  await app.close()
})

test('it uses up no number: the first record of the person is R001, also after the sample is gone (review row 15)', async () => {
  const app = await openApp({ location: `${tempHome()}/daybook.db` })
  await seedSample(app)
  const mine = { type: 'note', title: 'Mine', summary: 'Mine', body: 'Mine' }
  expect(await ask(app, 'create_record', mine)).toMatchObject({ record: { id: 'R001' } })
  expect(await ask(app, 'check_records', {})).toMatchObject({ ok: true })
  await ask(app, 'home_remove_sample', {})
  expect(await ask(app, 'create_record', mine)).toMatchObject({ record: { id: 'R002' } })
  expect(await ask(app, 'check_records', {})).toMatchObject({ ok: true })
  await app.close()
})

test('the numbers of the sample are left out when a person has that many records', async () => {
  const app = await openApp({ location: `${tempHome()}/daybook.db` })
  await seedSample(app)
  await app.db.write(tx => tx.raw(`update counters set value = 90000 where name = 'record'`, []))
  const mine = { type: 'note', title: 'Mine', summary: 'Mine', body: 'Mine' }
  expect(await ask(app, 'create_record', mine)).toMatchObject({ record: { id: 'R90101' } })
  await app.close()
})

test('the context block of the sample gives the state of the project in the words of its last summary', async () => {
  const app = await openApp({ location: `${tempHome()}/daybook.db` })
  await seedSample(app)
  const { text } = await ask(app, 'template_preview', { projectId: 'sample' })
  expect(text).toContain('slice: 104-slice.closing-time\n')
  const summary = story.findLast(step => step.do === 'summarize')?.summary
  const notes = story.find(step => step.do === 'describe')?.notes
  expect(text).toContain(`### Current Project State\n${summary}\n\n### Open Records\n- R`)
  expect(text).toContain(`## Additional Instructions\n${notes}`)
  const { total } = await ask(app, 'context_history', { projectId: 'sample' })
  expect(total).toBe(3)
  await app.close()
})
