import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withJsonEntry, withoutJsonEntry } from './json-settings.ts'
import { readJsonc } from './jsonc.ts'

const entry = { command: 'daybook', args: ['mcp'] }
const put = (text: string) => withJsonEntry(text, 'mcpServers', 'daybook', entry)
const take = (text: string) => withoutJsonEntry(text, 'mcpServers', 'daybook')

it('writing an entry into JSON settings makes a file that is empty or not there', () => {
  expect(JSON.parse(put('') ?? '')).toEqual({ mcpServers: { daybook: entry } })
})

it.each([
  ['{}', { mcpServers: { daybook: entry } }],
  ['{"a":1}', { a: 1, mcpServers: { daybook: entry } }],
  ['{"mcpServers":{}}', { mcpServers: { daybook: entry } }],
  [
    '{"mcpServers":{"x":{"command":"y"}},"b":[1,2]}',
    { mcpServers: { x: { command: 'y' }, daybook: entry }, b: [1, 2] },
  ],
  ['{"mcpServers":{"daybook":{"command":"old"}}}', { mcpServers: { daybook: entry } }],
])('an entry is put into JSON settings: %s', (text, config) => {
  const once = put(text) ?? ''
  expect(JSON.parse(once)).toEqual(config)
  expect(put(once)).toBe(once)
})

it('writing an entry into JSON settings keeps comments, trailing commas, order and indentation of everything else', () => {
  const text = `\ufeff// mine
{
    "servers": { "x": { "url": "http://a//b" } }, /* note */
    "mcpServers": {
        // the other one
        "x": { "command": "y", },
    },
}
`
  const added = put(text) ?? ''
  expect(added).toContain(
    '// the other one\n        "x": { "command": "y", },\n        "daybook": {\n          "command"',
  )
  // The comma it was given may stay behind or go; both are as good where commas may trail.
  const bare = (each: string) => each.replace(/,(?=\s*\})/g, '').replace(/\s+/g, ' ')
  expect(bare(take(added))).toBe(bare(text))
})

it('writing an entry into JSON settings leaves a file alone that is not JSON, or where the key holds something else', () => {
  expect(put('not json')).toBeUndefined()
  expect(put('{"mcpServers": []}')).toBeUndefined()
  expect(put('[1]')).toBeUndefined()
  expect(take('not json')).toBe('not json')
})

it('writing an entry into JSON settings changes nothing but its own entry, whatever the file holds', () => {
  const servers = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true }),
      fc.option(servers),
      fc.constantFrom(0, 2, 4),
      (config, mcpServers, space) => {
        const text = JSON.stringify({ ...config, ...(mcpServers && { mcpServers }) }, null, space)
        // As it reads back: what is written of -0 is 0.
        const before = JSON.parse(text)
        if (!mcpServers && 'mcpServers' in before) return
        const after = put(text)
        expect(JSON.parse(after ?? '')).toEqual({ ...before, mcpServers: { ...before.mcpServers, daybook: entry } })
        const { daybook: _, ...others } = { ...before.mcpServers }
        const without = { ...before, ...(mcpServers && { mcpServers: others }) }
        expect(JSON.parse(take(after ?? ''))).toEqual(without)
      },
    ),
  )
})

it('writing an entry into JSON settings takes long texts, and leaves alone what is nested beyond reason', () => {
  const pasted = JSON.stringify({ pasted: `${'a'.repeat(99)}\n`.repeat(120_000) })
  expect(take(put(pasted) ?? '') === pasted).toBe(true)
  expect(put('['.repeat(200_000))).toBeUndefined()
})

it('only JSON with comments is read as settings', () => {
  for (const text of ['{"a":1,}', '[1,2,]', '"x"', '// c\n1', '{"a":{"b":[true,null,-1.5e3]}}'])
    expect(readJsonc(text)).toBeDefined()
  for (const text of ['', '{', '{"a"}', '{"a":1 "b":2}', '[1 2]', '{} x', '{a:1}'])
    expect(readJsonc(text)).toBeUndefined()
})
