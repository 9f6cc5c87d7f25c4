import { expect, it } from 'vitest'
import { scriptCalls } from './script-calls.ts'

const call = (name: string, input: object = {}) => ({ name, input })

it.each([
  [
    'await tools.a({"x":"1\\n\\u0041\\x42",y:[1,true,null],\'z\':{w:-2.5}})',
    [call('a', { x: '1\nAB', y: [1, true, null], z: { w: -2.5 } })],
  ],
  ['tools.a({cmd:`whole`,n:1_000}) // tools.b({})', [call('a', { cmd: 'whole', n: 1000 })]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what is put into it is what the test is about
  ['tools.a({cmd:`x ${y("}")} z`,dir:"/w",n:1+2,l:[f()]})', [call('a', { dir: '/w' })]],
  ['const s = "tools.a({})"; /* tools.b({}) */ tools.c(patch)', [call('c')]],
  ['text(r.match(/"[/"]/)?.[1]); tools.a({})', [call('a')]],
  ['text(r.match(/"[/"]/)[1] / 2); tools.a({x:"y"})', [call('a', { x: 'y' })]],
  ['const [a, b] = await Promise.all([tools.a({}), tools.b({})])', [call('a'), call('b')]],
  ['try { text(await tools.a({})) } finally { text("b") }', [call('a')]],
  ['const o = { x: 1 }; tools.a({x: o.x, y: 2})', [call('a', { y: 2 })]],
  ['tools.a({x', [call('a')]],
  ['tools', []],
  ['', []],
])('the calls of the script %j are those that it certainly makes', (source, expected) => {
  expect(scriptCalls(source)).toEqual(expected)
})

it.each([
  'if (x) { tools.a({}) }',
  'if (x) tools.a({})',
  'for (const f of l) tools.a({})',
  'l.map(f => tools.a({}))',
  'l.map(f => { return tools.a({}) })',
  'const run = function () { return tools.a({}) }',
  'x && tools.a({})',
  'x ? tools.a({}) : null',
  'try { f() } catch (e) { tools.a({}) }',
])('the calls of the script %j are not certain', source => {
  expect(scriptCalls(source)).toBeNull()
})

it.each(['`${', '{', '[', '(', 'tools.a([', 'tools.a({x:', "'", '/'])('a script of %j without end is read', part => {
  expect(() => scriptCalls(`tools.a(${part.repeat(50_000)}`)).not.toThrow()
})
