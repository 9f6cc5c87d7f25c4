import fc from 'fast-check'
import { expect, it } from 'vitest'
import bundled from '../../../assets/prompts/tools.json' with { type: 'json' }
import { tools } from '../tools/registry.ts'
import { catalog, mergePrompts } from './merge-prompts.ts'
import { isGoodExample, type PromptEntry, PromptFile, promptFields } from './prompt-entry.ts'

const shipped = PromptFile.parse(bundled).prompts
const merged = (user: PromptEntry[], project: PromptEntry[]) => mergePrompts({ bundled: shipped, user, project }, tools)
const locator = (prompts: ReturnType<typeof merged>) => prompts.prompts.find(({ id }) => id === 'file-locator')

it('the shipped prompts say of every tool what the tool says of itself, with an example it would run', () => {
  expect(shipped.map(({ tool_id }) => tool_id)).toEqual(tools.map(({ id }) => id))
  for (const tool of tools) {
    const entry = shipped.find(({ id }) => id === tool.id.replaceAll('_', '-'))
    expect(entry).toMatchObject({ tool_id: tool.id, prompt: tool.purpose, usageNotes: tool.whenToUse })
    expect(isGoodExample(entry?.example ?? '', tool.id, tool), tool.id).toBe(true)
    expect(promptFields.filter(field => !entry?.[field])).toEqual([])
  }
})

it('the shipped prompts need no warning and fit into the catalog with room to spare', () => {
  const { warnings, prompts, tools: worded = [] } = merged([], [])
  expect(warnings).toEqual([])
  expect(prompts.flatMap(each => each.warnings)).toEqual([])
  expect(worded.map(({ id }) => id)).toEqual(tools.map(({ id }) => id))
  expect(Buffer.byteLength(catalog(worded))).toBeLessThanOrEqual(12_000)
})

it('prompts of several layers take each field from the last layer that has it, and say so', () => {
  const result = merged(
    [{ id: 'file-locator', prompt: 'Of the machine.', usageNotes: 'Machine notes.' }],
    [{ id: 'file-locator', prompt: 'Of the project.' }],
  )
  expect(locator(result)).toMatchObject({
    prompt: 'Of the project.',
    usageNotes: 'Machine notes.',
    name: 'File locator',
    provenance: { prompt: 'project', usageNotes: 'user', name: 'bundled', example: 'bundled' },
    warnings: ['core_override:usageNotes', 'core_override:prompt'],
    executable: true,
  })
  const [first] = result.tools ?? []
  expect(first).toMatchObject({ id: 'file_locator', purpose: 'Of the project.', args: tools[0]?.args })
  expect(catalog(result.tools ?? [])).toContain('file_locator: Of the project.\nMachine notes.')
})

it('prompts of several layers never change how a core tool is called', () => {
  const example = '{"tool":"file_locator","args":{"search_criteria":"x"},"nonce":"<TOOL_NONCE>"}'
  const result = merged([], [{ id: 'file-locator', tool_id: 'other', example, args: [{ name: 'anything' }] }])
  expect(locator(result)).toMatchObject({
    tool_id: 'file_locator',
    example: shipped[0]?.example,
    warnings: ['core_locked:tool_id', 'core_locked:example', 'core_locked:args'],
  })
  expect(result.tools?.[0]?.args).toBe(tools[0]?.args)
})

it('prompts of several layers keep what nothing can run, or what claims the tool of another, out of the catalog', () => {
  const { prompts, tools: worded = [] } = merged(
    [],
    [
      { id: 'scene-impact', name: 'Impact', prompt: 'Says what changes.' },
      { id: 'my-reader', tool_id: 'file_reader', name: 'Mine', prompt: 'Reads.' },
    ],
  )
  expect(prompts.slice(-2)).toMatchObject([
    { id: 'scene-impact', tool_id: 'scene_impact', warnings: ['no_executor'], executable: false },
    { id: 'my-reader', warnings: ['core_locked:tool_id'], executable: false },
  ])
  expect(catalog(worded)).toBe(catalog(merged([], []).tools ?? []))
})

it.each([
  'no object',
  '{"tool":"scene_impact","args":{},"nonce":"abc"}',
  '{"tool":"other","args":{},"nonce":"<TOOL_NONCE>"}',
  '{"tool":"scene_impact","args":[],"nonce":"<TOOL_NONCE>"}',
  '{"tool":"scene_impact","args":{},"nonce":"<TOOL_NONCE>","more":1}',
  '{"tool":"scene_impact","args":{},"nonce":"<TOOL_NONCE>"} and more',
  '```json\n{"tool":"scene_impact","args":{},"nonce":"<TOOL_NONCE>"}\n```',
])('prompts of several layers refuse an entry with the example %j', example => {
  const { prompts, warnings } = merged([], [{ id: 'scene-impact', name: 'Impact', prompt: 'x', example }])
  expect(warnings).toEqual(['bad_example:scene-impact'])
  expect(prompts.map(({ id }) => id)).not.toContain('scene-impact')
})

it('prompts of several layers are incomplete without one of the nine, and then have no tools', () => {
  const { warnings, tools: worded } = mergePrompts({ bundled: shipped.slice(1), user: [], project: [] }, tools)
  expect(warnings).toEqual(['registry_incomplete'])
  expect(worded).toBeUndefined()
  const spoilt = shipped.map(entry => (entry.id === 'file-reader' ? { ...entry, example: '{}' } : entry))
  const warned = mergePrompts({ bundled: spoilt, user: [], project: [] }, tools)
  expect(warned.warnings).toEqual(['bad_example:file-reader', 'registry_incomplete'])
})

it('prompts of several layers warn when the catalog becomes long', () => {
  const { warnings, tools: worded } = merged([], [{ id: 'file-locator', usageNotes: 'x'.repeat(12_000) }])
  expect(warnings).toEqual(['catalog_large'])
  expect(worded).toHaveLength(9)
})

it('prompts of several layers give every core tool its own id, arguments and example, whatever the layers say', () => {
  const text = fc.string({ maxLength: 40 })
  const entry = fc.record(
    {
      id: fc.constantFrom(...shipped.map(({ id }) => id), 'scene-impact'),
      tool_id: fc.constantFrom('file_reader', 'x_y'),
      name: text,
      usageNotes: text,
      guardrails: text,
      prompt: text,
      example: fc.oneof(text, fc.constant(shipped[1]?.example ?? '')),
    },
    { requiredKeys: ['id'] },
  )
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), fc.array(entry, { maxLength: 6 }), (user, project) => {
      const { tools: worded = [], prompts } = merged(user, project)
      expect(worded.map(({ id, args, run }) => ({ id, args, run }))).toEqual(
        tools.map(({ id, args, run }) => ({ id, args, run })),
      )
      expect(worded.map(({ example }) => example)).toEqual(shipped.map(({ example }) => example))
      for (const { id, provenance, warnings } of prompts.filter(({ executable }) => executable)) {
        for (const [field, layer] of Object.entries(provenance)) {
          expect(warnings.includes(`core_override:${field}`), `${id} ${field}`).toBe(layer !== 'bundled')
        }
      }
    }),
  )
})
