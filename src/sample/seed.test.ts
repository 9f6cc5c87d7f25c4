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

test.each(['00:05', '09:30', '23:55'])('the story runs forward and ends in the past, also at %s', at => {
  const now = new Date(`2025-03-31T${at}:00`).getTime()
  const instants = story.map(step => instantOf(step.when, now))
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  expect(instants.at(-1)).toBeLessThan(now)
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
  await ask(app, 'create_record', { type: 'note', title: 'Mine', summary: 'Mine', body: 'Mine' })
  expect(await seedSample(app)).toBe(true)
  expect(await seedSample(app)).toBe(false)
  const { jsonl } = await ask(app, 'export_records', { project_id: 'sample' })
  expect(jsonl).not.toContain('{{')
  expect(jsonl).toMatch(/settled by R003/)
  await app.close()
})

test('its block gives the state of the project in the words of its last summary', async () => {
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
