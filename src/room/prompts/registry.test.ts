import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { tempHome } from '../../../test/support/tempdir.ts'
import { mergedTools, projectPrompts, promptWarnings } from './registry.ts'

function place() {
  const home = tempHome()
  const control = tempHome()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  }
  return {
    home,
    control,
    ofMachine: (value: unknown) => write(join(home, 'prompts', 'tools.json'), JSON.stringify(value)),
    ofProject: (text: string) => write(join(control, 'prompts', 'prompts.json'), text),
  }
}

const locator = (more: object) => ({ version: 1, prompts: [{ id: 'file-locator', ...more }] })

it('the registry of prompts reads the words of this machine and then those of the project', async () => {
  const desk = place()
  expect(await promptWarnings(desk)).toEqual([])
  desk.ofMachine(locator({ prompt: 'Machine.', usageNotes: 'Notes.', guardrails: 'Careful.' }))
  desk.ofProject(JSON.stringify({ ...locator({ prompt: 'Project.' }), theirs: 1 }))
  const [tool] = await mergedTools(desk)
  expect(tool).toMatchObject({ id: 'file_locator', purpose: 'Project.', whenToUse: 'Notes. Careful.' })
  expect(await promptWarnings(desk)).toEqual([
    'file-locator core_override:usageNotes',
    'file-locator core_override:guardrails',
    'file-locator core_override:prompt',
  ])
  expect((await projectPrompts(desk).read()).theirs).toBe(1)
})

it('the registry of prompts names a file it cannot read, and leaves it alone', async () => {
  const desk = place()
  desk.ofProject('{"version":1,"prompts":[{"id":"file-locator","prompt":""}]}')
  await expect(mergedTools(desk)).rejects.toMatchObject({ name: 'StoreCorrupt', file: 'prompts.json' })
})
