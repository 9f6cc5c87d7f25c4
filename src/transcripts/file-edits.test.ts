import { describe, expect, it } from 'vitest'
import { familyOf } from './agents.ts'
import type { ResultEvent } from './event.ts'
import { fileChanges, fileEdits } from './file-edits.ts'

const patch = `*** Begin Patch
*** Add File: src/new.ts
+one
+two
*** Update File: src/old.ts
*** Move to: src/moved.ts
@@
-gone
+here
 same
*** Delete File: src/dead.ts
*** End Patch
+after`
const edits = [
  { path: 'src/new.ts', op: 'create', added: 2, removed: 0 },
  { path: 'src/moved.ts', op: 'edit', added: 1, removed: 1 },
  { path: 'src/dead.ts', op: 'delete', added: 0, removed: 0 },
]

function result(detail: unknown): ResultEvent {
  return {
    kind: 'result',
    line: 1,
    id: null,
    text: '',
    exit: null,
    error: false,
    interrupted: false,
    denied: false,
    detail,
  }
}

describe('the files a call edits', () => {
  it.each(['apply_patch', 'copilot_applyPatch'])(
    'the files a call edits are those of the patch that %s is given, under any name',
    name => {
      for (const key of ['patch', 'input', 'patchText']) {
        expect(fileEdits({ name, input: { [key]: patch, explanation: 'x' } }, null)).toEqual(edits)
      }
    },
  )

  it.each([
    ['apply_patch', { patch }],
    ['apply_patch', { input: patch }],
    ['shell', { command: ['apply_patch', patch] }],
    ['shell', { command: ['bash', '-lc', `apply_patch <<'EOF'\n${patch}\nEOF`] }],
    ['exec_command', { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` }],
    ['apply_patch', { patch: patch.replaceAll('\n', '\r\n') }],
  ])('the files a call edits are those of the patch given to %s', (name, input) => {
    expect(fileEdits({ name, input }, null)).toEqual(edits)
  })

  it('the files a call edits are none of a command that only speaks of a patch', () => {
    expect(fileEdits({ name: 'exec_command', input: { cmd: `cat <<'EOF'\n${patch}\nEOF` } }, null)).toEqual([])
    expect(fileEdits({ name: 'Read', input: { file_path: '/a' } }, null)).toEqual([])
  })

  it('the files a call edits are counted by what the result shows', () => {
    const structuredPatch = [{ lines: ['-a', '+b', '+c', ' d'] }, { lines: ['+e'] }, null, { lines: 3 }]
    const call = { name: 'Edit', input: { file_path: '/p/a.ts' } }
    expect(fileEdits(call, result({ structuredPatch }))).toEqual([
      { path: '/p/a.ts', op: 'edit', added: 3, removed: 1 },
    ])
    for (const detail of ['text', null, [], { structuredPatch: 'x' }, undefined]) {
      expect(fileEdits(call, result(detail))).toEqual([{ path: '/p/a.ts', op: 'edit', added: 0, removed: 0 }])
    }
  })

  it.each([
    ['replace', { old_string: 'a\nb', new_string: 'a\nc\nd' }, 2, 1],
    ['edit', { old_str: 'a', new_str: 'b' }, 1, 1],
    ['edit', { oldString: 'a\n', newString: '' }, 0, 1],
    ['search_replace', { old_string: 'same', new_string: 'same' }, 0, 0],
  ])('%s with %j has the lines by which the texts differ', (name, input, added, removed) => {
    const [change] = fileChanges({ name, input: { ...input, path: 'a.py' } }, null)
    expect(change).toMatchObject({ added, removed })
    expect(change?.lines).not.toBeNull()
  })

  it.each([
    ['replace', { old_string: 'a', new_string: 'b', expected_replacements: 3 }],
    ['edit', { oldString: 'a', newString: 'b', replaceAll: true }],
    ['edit', { old_str: 'a', new_str: '' }],
    ['write_file', { content: 'a' }],
  ])('%s with %j does not say how many lines', (name, input) => {
    expect(fileChanges({ name, input: { ...input, path: 'a.py' } }, null)[0]?.lines).toBeNull()
  })

  it('the files a call edits are new where the tool makes only new files or says so', () => {
    const made = { path: 'a.py', op: 'create', added: 2, removed: 0 }
    expect(fileEdits({ name: 'create', input: { path: 'a.py', file_text: 'x\ny\n' } }, null)).toEqual([made])
    const answer = { ...result(undefined), text: 'Successfully created and wrote to new file: a.py.' }
    expect(fileEdits({ name: 'write_file', input: { file_path: 'a.py', content: 'x\ny\n' } }, answer)).toEqual([made])
  })

  it('the files a call edits have the lines of a file that is new', () => {
    const call = { name: 'Write', input: { file_path: '/p/a.ts', content: 'a\nb' } }
    const created = { path: '/p/a.ts', op: 'create', added: 2, removed: 0 }
    expect(fileEdits(call, result({ type: 'create', filePath: '/p/a.ts', structuredPatch: [] }))).toEqual([created])
    expect(fileEdits(call, result({ type: 'create', content: 'a\nb\n' }))).toEqual([created])
    expect(fileEdits(call, result({ type: 'update' }))).toEqual([{ path: '/p/a.ts', op: 'edit', added: 0, removed: 0 }])
  })

  it.each(['file_path', 'filePath', 'notebook_path', 'target_file', 'absolute_path', 'path'])(
    'the files a call edits may be named by %s',
    key => {
      expect(fileEdits({ name: 'edit_file', input: { [key]: '/p' } }, null)).toMatchObject([{ path: '/p' }])
    },
  )

  it('the files a call edits may be listed by a completed item', () => {
    const changes = {
      'a.ts': { type: 'add', content: 'x\n' },
      'b.ts': { type: 'update', unified_diff: '@@ -1 +1 @@\n-a\n+b\n+c', move_path: 'c.ts' },
      'd.ts': { type: 'delete', content: 'x\ny\n' },
    }
    const listed = [
      { path: 'a.ts', op: 'create', added: 1, removed: 0 },
      { path: 'c.ts', op: 'edit', added: 2, removed: 1 },
      { path: 'd.ts', op: 'delete', added: 0, removed: 2 },
    ]
    expect(fileEdits({ name: 'apply_patch', input: { changes } }, null)).toEqual(listed)
    const list = [{ path: 'a.ts', kind: { type: 'add' }, diff: '+x' }, { path: 7 }, 'x']
    expect(fileEdits({ name: 'apply_patch', input: { changes: list } }, null)).toEqual([listed[0]])
  })
})

describe('a tool’s family', () => {
  it.each([
    ['MultiEdit', 'edit'],
    ['view_image', 'read'],
    ['Glob', 'search'],
    ['write_stdin', 'shell'],
    ['WebSearch', 'web'],
    ['ExitPlanMode', 'plan'],
    ['Agent', 'delegate'],
    ['AskUserQuestion', 'ask'],
    ['Skill', 'skill'],
    ['mcp__files__read', 'mcp'],
    ['bash', 'shell'],
    ['BASH', 'other'],
    ['', 'other'],
    ['toString', 'other'],
  ])('a tool’s family of %s is %s', (name, family) => {
    expect(familyOf(name)).toBe(family)
  })
})
