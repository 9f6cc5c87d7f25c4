import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openApp } from '../../src/app.ts'
import { callOperation, createEmptyStore, testedEngines } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'

const file = [
  {
    id: 'default',
    name: 'Main',
    createdAt: '2024-01-01T00:00:00.000Z',
    updatedAt: '2024-05-01T00:00:00.000Z',
    zeal: 1,
  },
  {
    id: 'one',
    name: 'One',
    createdAt: '2024-02-01T00:00:00.000Z',
    customData: { recentEvents: 'a\r\nb', mood: ['x'], b: null },
  },
  {
    id: 'two',
    name: 'Two',
    createdAt: '2024-03-01T00:00:00.000Z',
    workType: 'start',
    isMonorepoEnabled: false,
    color: 'red',
  },
]

it.each(testedEngines)('an export brought into an empty store leaves it as the same bytes (%s)', async engine => {
  const open = async (location: string) => {
    const app = await openApp({ location, diary: { root: join(tempHome(), 'diary') } })
    onTestFinished(() => app.close())
    return (name: string, args: object = {}) => callOperation(app, name, args)
  }
  const [here, there] = [await createEmptyStore(engine), await createEmptyStore(engine)]
  onTestFinished(() => Promise.all([here.drop(), there.drop()]).then(() => {}))
  const [first, second] = [await open(here.location), await open(there.location)]
  await first('project_import', { json: JSON.stringify(file), dry_run: false })
  const { json, count } = await first('project_export')
  expect(count).toBe(3)
  expect(JSON.parse(json)).toMatchObject(file)

  await second('project_import', { json, dry_run: false })
  expect((await second('project_export')).json).toBe(json)
})
