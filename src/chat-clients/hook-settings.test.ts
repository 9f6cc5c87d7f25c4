import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hookGroups } from './hook-events.ts'
import { withHooks, withoutHooks } from './hook-settings.ts'

const put = (text: string) => withHooks(text, 'daybook') ?? ''
const own = Object.fromEntries(hookGroups('daybook').map(([event, group]) => [event, [group]]))
const mine = { matcher: 'Bash', hooks: [{ type: 'command', command: 'mine hook stop' }] }

it('writing hooks into the settings makes a file that is not there, and leaves none behind', () => {
  expect(JSON.parse(put(''))).toEqual({ hooks: own })
  expect(withoutHooks(put(''))).toBe('')
})

it.each([
  '{}',
  '{"model":"x"}',
  '{\n  "hooks": {}\n}\n',
  `{"hooks":${JSON.stringify({ Stop: [mine], Notification: [mine] })}}`,
  `${JSON.stringify({ hooks: { Stop: [mine, mine] }, model: 'x' }, null, 4)}\n`,
  '// mine\n{\n\t"hooks": {\n\t\t"PreToolUse": [\n\t\t\t// first\n\t\t\t{ "hooks": [] },\n\t\t], // lists\n\t},\n\t"a": 1,\n}\n',
])('hooks come and go without a trace in %j', text => {
  const once = put(text)
  expect(put(once)).toBe(once)
  expect(withoutHooks(once)).toBe(text)
})

it('writing hooks into the settings replaces hooks that start another program of ours', () => {
  const before = `{"hooks":${JSON.stringify({ Stop: [mine] })}}`
  const old = withHooks(before, 'node "/old place/bin/daybook.js"') ?? ''
  expect(JSON.parse(put(old)).hooks.Stop).toEqual([mine, ...(own.Stop ?? [])])
  expect(withoutHooks(put(old))).toBe(before)
})

it('writing hooks into the settings leaves settings alone that it does not understand', () => {
  for (const text of ['nothing', '[]', '{"hooks":[]}', '{"hooks":{"Stop":{}}}']) {
    expect(withHooks(text, 'daybook')).toBeUndefined()
    expect(withoutHooks(text)).toBe(text)
  }
})

it('writing hooks into the settings keeps everything else, whatever the file holds', () => {
  const anything = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { noNullPrototype: true })
  const lists = fc.dictionary(fc.constantFrom('Stop', 'PreCompact', 'x'), fc.array(fc.jsonValue({ maxDepth: 2 })), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(anything, fc.option(lists), fc.constantFrom(0, 2, 4), (config, hooks, space) => {
      const text = JSON.stringify({ ...config, ...(hooks && { hooks }) }, null, space)
      if (!hooks && 'hooks' in JSON.parse(text)) return
      expect(withoutHooks(put(text))).toBe(text)
    }),
  )
})
