import { expect, test } from 'vitest'
import { loadToolset } from './load-toolset.ts'
import { operations } from './operations.ts'
import { prompts } from './prompts.ts'
import { profiles, toolsets } from './toolsets.ts'

test('all toolsets together hold every operation and prompt, in their order', async () => {
  const loaded = await Promise.all(toolsets.map(({ name }) => loadToolset(name)))
  expect(loaded.flatMap(each => each.operations)).toEqual(operations)
  expect(loaded.flatMap(each => each.prompts)).toEqual(prompts)
})

test.each(profiles)('the profile $name names operations and prompts of its toolsets', async profile => {
  const loaded = await Promise.all(profile.toolsets.map(loadToolset))
  const operationNames = loaded.flatMap(each => each.operations).map(({ name }) => name)
  const promptNames = loaded.flatMap(each => each.prompts).map(({ name }) => name)
  expect(operationNames).toEqual(expect.arrayContaining([...profile.operations]))
  expect(promptNames).toEqual(expect.arrayContaining([...profile.prompts]))
})

test('a toolset that is not declared cannot be loaded', async () => {
  await expect(loadToolset('constructor')).rejects.toThrow('not declared')
})
