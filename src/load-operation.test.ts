import { expect, test } from 'vitest'
import { loadOperation, loadPrompts } from './load-operation.ts'
import { operationModules, operations } from './operations.ts'
import { prompts } from './prompts.ts'
import { roomFolders } from './room/operations.ts'
import { profiles, toolsets } from './toolsets.ts'

test('every operation can be loaded by its name, without those of other modules', async () => {
  for (const operation of operations) {
    expect(await loadOperation(operation.name, operationModules[operation.name])).toBe(operation)
  }
})

test('a module of the room exports operations only, and they are offered in the order of its text', async () => {
  for (const folder of new Set(Object.values(roomFolders))) {
    const exported = Object.values(await import(`./room/${folder}/operations.ts`)).flat()
    const offered = operations.filter(({ name }) => roomFolders[name] === folder)
    expect({ folder, exported: new Set(exported) }).toEqual({ folder, exported: new Set(offered) })
  }
  const ofIssues = operations.filter(({ name }) => roomFolders[name] === 'issues').map(({ name }) => name)
  expect(ofIssues.slice(0, 3)).toEqual(['room_issue_open', 'room_issue_comment', 'room_issue_list'])
})

test('all toolsets together have every prompt, in their order', async () => {
  const loaded = await Promise.all(toolsets.map(({ name }) => loadPrompts(name)))
  expect(loaded.flat()).toEqual(prompts)
})

test.each(profiles)('the profile $name names operations and prompts of its toolsets', profile => {
  const declared = (all: readonly { name: string; toolset: string }[]) =>
    all.filter(({ toolset }) => profile.toolsets.includes(toolset)).map(({ name }) => name)
  expect(declared(operations)).toEqual(expect.arrayContaining([...profile.operations]))
  expect(declared(prompts)).toEqual(expect.arrayContaining([...profile.prompts]))
})

test('what is not declared cannot be loaded', async () => {
  await expect(loadOperation('list_projects', 'constructor/list-projects')).rejects.toThrow('Build again')
  await expect(loadOperation('no_such_operation', undefined)).rejects.toThrow('Build again')
})
