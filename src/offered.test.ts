import { expect, test } from 'vitest'
import { loadOffered } from './offered.ts'
import { operations } from './operations.ts'
import { prompts } from './prompts.ts'
import { profiles, toolsets } from './toolsets.ts'

test('all toolsets together hold every operation and prompt, in their order', async () => {
  const offered = await loadOffered(toolsets.map(({ name }) => name))
  expect(offered.operations).toEqual(operations)
  expect(offered.prompts).toEqual(prompts)
})

test.each(toolsets.map(({ name }) => name))('the toolset %s holds its own and no other', async name => {
  const offered = await loadOffered([name])
  expect(offered.operations).toEqual(operations.filter(({ toolset }) => toolset === name))
  expect(offered.prompts).toEqual(prompts.filter(({ toolset }) => toolset === name))
})

test.each(profiles.map(({ name }) => name))('the profile %s holds what it names', async name => {
  const { operations: named = [], prompts: told = [] } = profiles.find(profile => profile.name === name) ?? {}
  const offered = await loadOffered([name])
  expect(offered.operations.map(operation => operation.name)).toEqual(expect.arrayContaining([...named]))
  expect(offered.prompts.map(prompt => prompt.name)).toEqual(expect.arrayContaining([...told]))
})
