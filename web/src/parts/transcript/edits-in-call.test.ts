import { expect, it } from 'vitest'
import { editsIn } from './edits-in-call.ts'

it('an edit of Claude Code is the passage that is replaced', () => {
  const input = { file_path: '/till/fees.ts', old_string: 'round(a)', new_string: 'half(a)', replace_all: false }
  const line = { type: 'assistant', message: { content: [{ type: 'tool_use', name: 'Edit', input }] } }
  const edit = { path: '/till/fees.ts', change: { kind: 'replaced', from: 'round(a)', to: 'half(a)' } }
  expect(editsIn(JSON.stringify(line))).toEqual([edit])
  expect(editsIn(JSON.stringify(input))).toEqual([edit])
})

it('several edits of one file are named by that file', () => {
  const edits = [
    { old_string: 'a', new_string: 'b' },
    { old_string: 'c', new_string: '' },
  ]
  expect(editsIn(JSON.stringify({ file_path: 'till.ts', edits })).map(({ path, change }) => [path, change])).toEqual([
    ['till.ts', { kind: 'replaced', from: 'a', to: 'b' }],
    ['till.ts', { kind: 'replaced', from: 'c', to: '' }],
  ])
})

it('a file that is written whole has its text', () => {
  expect(editsIn('{"content":"one\\ntwo","file_path":"notes.md"}')).toEqual([
    { path: 'notes.md', change: { kind: 'written', text: 'one\ntwo' } },
  ])
})

it('a patch of Codex is read in an input, in arguments and by itself', () => {
  const patch = `*** Begin Patch
*** Update File: till.ts
@@ fees
 const a = 1
-round(a)
+half(a)
*** Add File: new.md
+hello
*** Delete File: old.md
*** End Patch`
  const edits = [
    {
      path: 'till.ts',
      change: {
        kind: 'replaced',
        from: '@@ fees\nconst a = 1\nround(a)',
        to: '@@ fees\nconst a = 1\nhalf(a)',
      },
    },
    { path: 'new.md', change: { kind: 'written', text: 'hello' } },
    { path: 'old.md', change: { kind: 'deleted' } },
  ]
  expect(editsIn(patch)).toEqual(edits)
  expect(editsIn(JSON.stringify({ payload: { name: 'apply_patch', input: patch } }))).toEqual(edits)
  const call = { name: 'shell', arguments: JSON.stringify({ command: ['apply_patch', patch] }) }
  expect(editsIn(JSON.stringify({ payload: call }))).toEqual(edits)
})

it('what is no edit gives none', () => {
  expect(editsIn('{"todos":[{"content":"Round fees","status":"pending"}]}')).toEqual([])
  expect(editsIn('{"file_path":"cut in the mid')).toEqual([])
})
