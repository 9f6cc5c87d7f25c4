import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { exclusionOf, insideDiary } from './ownership.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'daybook-exclude-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('a project that is the diary itself', () => {
  it.each([
    ['/home/al/diary', true],
    ['/home/al/diary/work/2026-05-12', true],
    ['/home/al/diary2', false],
    ['/home/al', false],
    ['/home/al/diary/../notes', false],
    ['diary', false],
    [' /home/al/diary ', true],
    ['/home/al/diary/..hidden', true],
  ])('a session in %s belongs to the diary itself: %s', (root, expected) => {
    expect(insideDiary('/home/al/diary')(root)).toBe(expected)
  })

  it('a project that is the diary itself is recognised through a link', () => {
    symlinkSync(home, join(home, 'link'))
    expect(insideDiary(home)(join(home, 'link'))).toBe(true)
  })
})

describe('why a file is left out', () => {
  it.each([
    ['subagent', '/diary', 'subagent'],
    ['no-trigger', '/diary', 'own'],
    ['no-trigger', '/else', 'no-trigger'],
    [null, '/diary', 'own'],
    [null, '/else', null],
    [null, null, null],
  ] as const)('a file that is %s, of a session in %s, is left out as %s', (excluded, root, expected) => {
    expect(exclusionOf({ excluded, root }, path => path === '/diary')).toBe(expected)
  })
})
