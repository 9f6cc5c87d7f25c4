import { expect, test } from 'vitest'
import { loadOperation, loadPrompts } from './load-operation.ts'
import { operations } from './operations.ts'
import { prompts } from './prompts.ts'
import { profiles, toolsets } from './toolsets.ts'

test('every operation can be loaded by its name, without the others', async () => {
  for (const operation of operations) expect(await loadOperation(operation)).toBe(operation)
})

test('all toolsets together have every prompt, in their order', async () => {
  const loaded = await Promise.all(toolsets.map(({ name }) => loadPrompts(name)))
  expect(loaded.flat()).toEqual(prompts)
})

test.each(profiles)('the profile $name names operations and prompts of its toolsets', profile => {
  const namesOf = (all: readonly { name: string; toolset: string }[]) =>
    all.filter(({ toolset }) => profile.toolsets.includes(toolset)).map(({ name }) => name)
  expect(namesOf(operations)).toEqual(expect.arrayContaining([...profile.operations]))
  expect(namesOf(prompts)).toEqual(expect.arrayContaining([...profile.prompts]))
})

test('what is not declared cannot be loaded', async () => {
  await expect(loadOperation({ name: 'list_projects', toolset: 'constructor' })).rejects.toThrow('not declared')
})
