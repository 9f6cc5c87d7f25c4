import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { replaceFiles } from './replace.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'daybook-replace-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

it('several files are replaced together, and nothing else is left behind', async () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'old')
  await replaceFiles(['a', 'b'].map(name => ({ path: join(root, name), bytes: `new ${name}` })))
  expect(readdirSync(root).sort()).toEqual(['a', 'b'])
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('new a')
})

it('every file stays as it was when one of them cannot be replaced', async () => {
  const root = folder()
  writeFileSync(join(root, 'a'), 'old')
  mkdirSync(join(root, 'c'))
  const files = ['a', 'b', 'c'].map(name => ({ path: join(root, name), bytes: 'new' }))
  await expect(replaceFiles(files)).rejects.toThrow()
  expect(readdirSync(root).sort()).toEqual(['a', 'c'])
  expect(readFileSync(join(root, 'a'), 'utf8')).toBe('old')
})
