import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { sha256 } from '../../src/files/sha256.ts'
import { replaceKeepingMode, writeFile } from '../../src/room/workspace/write-file.ts'
import { makeWorkspace, put, temporaryFolder } from './workspace-folder.ts'

/** Saves and creates files so many times, while another process swaps their folder for a link to one outside and back. */
export async function saveWhileFolderIsSwapped(times: number): Promise<void> {
  const outside = temporaryFolder()
  put(outside, { 'x.md': 'outside' })
  const { root, workspace } = await makeWorkspace({ 'Story/a/x.md': 'text' })
  const swapping = spawn(process.execPath, ['-e', swapper(join(root, 'Story'), outside)])
  const ended = once(swapping, 'exit')
  await Promise.race([once(swapping.stdout, 'data'), ended])
  const counts = { saved: 0, refused: 0 }
  for (let turn = 0; turn < times && swapping.exitCode === null; turn++) {
    const isSaved = await (turn % 20 === 0
      ? saveAsPeopleDo(workspace, turn)
      : replaceKeepingMode(root, 'Story/a/x.md', Buffer.from('text')))
    counts[isSaved ? 'saved' : 'refused']++
    if (readFileSync(join(outside, 'x.md'), 'utf8') !== 'outside') break
  }
  swapping.stdin.end()
  expect(await ended).toEqual([0, null])
  expect(readFileSync(join(outside, 'x.md'), 'utf8')).toBe('outside')
  expect(readdirSync(outside)).toEqual(['x.md'])
  expect(Math.min(counts.saved, counts.refused)).toBeGreaterThan(0)
  expect(existsSync(join(root, 'Story/a/x.md'))).toBe(true)
}

type Room = Awaited<ReturnType<typeof makeWorkspace>>['workspace']

async function saveAsPeopleDo(workspace: Room, turn: number): Promise<boolean> {
  const saved = await writeFile(workspace, { path: 'Story/a/x.md', content: 'text', ifMatch: sha256('text') })
  const created = await writeFile(workspace, { path: `Story/a/${turn}.md`, content: 'new' })
  return !('fault' in saved || 'fault' in created)
}

/** Ends with its input, with the folder in its place. */
function swapper(folder: string, outside: string): string {
  return `const { renameSync, rmSync, symlinkSync, unlinkSync } = require('node:fs')
    process.chdir(${JSON.stringify(folder)})
    // A file that is created while the folder is missing makes a new folder, which has to be removed first.
    const attempt = act => { try { act(); return true } catch { return false } }
    const insist = act => { while (!attempt(act)) attempt(() => rmSync('a', { recursive: true, force: true })) }
    const swap = () => {
      renameSync('a', '.b')
      insist(() => symlinkSync(${JSON.stringify(outside)}, 'a'))
      unlinkSync('a')
      insist(() => renameSync('.b', 'a'))
    }
    let isWanted = true
    const go = () => { for (let n = 0; n < 100; n++) swap(); if (isWanted) setImmediate(go) }
    process.stdin.resume().once('end', () => { isWanted = false })
    process.stdout.write('It begins.', go)`
}
