import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { insideRoot } from './jail.ts'
import { LockBusy, withLock } from './lock.ts'
import { replaceFile, sweepTemporary } from './replace.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-files-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

describe('Replacing a file', () => {
  it('Replacing a file leaves the new bytes, private, and nothing else', async () => {
    const path = join(folder, 'card.json')
    await replaceFile(path, 'one')
    await replaceFile(path, 'two')
    expect(readFileSync(path, 'utf8')).toBe('two')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['card.json'])
  })

  it('Replacing a file leaves the old bytes when the new ones cannot be put in place', async () => {
    const path = join(folder, 'taken')
    mkdirSync(join(path, 'inside'), { recursive: true })
    await expect(replaceFile(path, 'x')).rejects.toThrow()
    expect(readdirSync(folder)).toEqual(['taken'])
  })

  it('what a killed process left is swept once it is old', async () => {
    const left = join(folder, '.card.json.12.0123456789ab.tmp')
    writeFileSync(left, 'half')
    writeFileSync(join(folder, '.other.tmp'), 'not ours')
    await sweepTemporary(folder)
    expect(readdirSync(folder)).toHaveLength(2)
    utimesSync(left, new Date(0), new Date(0))
    await sweepTemporary(folder)
    expect(readdirSync(folder)).toEqual(['.other.tmp'])
  })
})

describe('Locks', () => {
  const at = () => join(folder, '.locks', 'x')

  it('a named lock lets one caller in at a time, in the order they came', async () => {
    const order: number[] = []
    let inside = 0
    await Promise.all(
      [1, 2, 3, 4, 5].map(n =>
        withLock(at(), 'named', 5000, async () => {
          expect(++inside).toBe(1)
          await new Promise(resolve => setTimeout(resolve, 2))
          order.push(n)
          inside--
        }),
      ),
    )
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  it('several holders share a lock and keep an exclusive one out', async () => {
    await withLock(at(), 'shared', 100, () =>
      withLock(at(), 'shared', 100, async () => {
        await expect(withLock(at(), 'exclusive', 60, async () => 'in')).rejects.toBeInstanceOf(LockBusy)
      }),
    )
    expect(await withLock(at(), 'exclusive', 100, async () => 'in')).toBe('in')
  })

  it('a caller whose wait is over is refused, and those behind it still come in', async () => {
    const path = join(folder, 'queue')
    const order: string[] = []
    let finish = () => {}
    const first = withLock(
      path,
      'named',
      0,
      () =>
        new Promise<void>(resolve => {
          finish = resolve
        }),
    )
    const impatient = withLock(path, 'named', 0, async () => order.push('impatient'))
    const patient = withLock(path, 'named', 5000, async () => order.push('patient'))
    await expect(impatient).rejects.toThrow(LockBusy)
    finish()
    await Promise.all([first, patient])
    expect(order).toEqual(['patient'])
  })

  it('taking a lock makes no other file and removes none (room figures R3, R6)', async () => {
    await withLock(at(), 'named', 100, async () => {})
    const before = statSync(join(folder, '.locks'), { bigint: true }).mtimeNs
    for (const mode of ['shared', 'named', 'exclusive'] as const) {
      await withLock(at(), mode, 100, async () => expect(readdirSync(join(folder, '.locks'))).toHaveLength(1))
    }
    expect(statSync(join(folder, '.locks'), { bigint: true }).mtimeNs).toBe(before)
  })

  it('a lock is free again when the work failed', async () => {
    await expect(withLock(at(), 'named', 100, async () => Promise.reject(new Error('work')))).rejects.toThrow('work')
    expect(await withLock(at(), 'named', 100, async () => 'free')).toBe('free')
  })

  it('the lock of a killed process is free at once', async () => {
    mkdirSync(join(folder, '.locks'))
    const holder = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `import { DatabaseSync } from '@photostructure/sqlite'
       const lock = new DatabaseSync(${JSON.stringify(at())})
       lock.exec('begin immediate')
       console.log('held')
       setInterval(() => lock, 1000)`,
    ])
    onTestFinished(() => void holder.kill('SIGKILL'))
    await once(holder.stdout, 'data')
    await expect(withLock(at(), 'named', 50, async () => 'in')).rejects.toBeInstanceOf(LockBusy)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    expect(await withLock(at(), 'named', 1000, async () => 'in')).toBe('in')
  })
})

describe('The path jail', () => {
  it('The path jail knows only what really is below the root', async () => {
    const root = join(folder, 'root')
    mkdirSync(join(root, 'sub'), { recursive: true })
    writeFileSync(join(root, 'sub', 'a.txt'), '')
    writeFileSync(join(folder, 'outside.txt'), '')
    symlinkSync(join(folder, 'outside.txt'), join(root, 'link.txt'))
    symlinkSync(folder, join(root, 'up'))
    expect(await insideRoot(root, 'sub/a.txt')).toMatch(/root.sub.a\.txt$/)
    for (const name of [
      '../outside.txt',
      'link.txt',
      'up/outside.txt',
      join(folder, 'outside.txt'),
      'sub/\0',
      'absent',
    ]) {
      expect(await insideRoot(root, name)).toBeUndefined()
    }
  })
})
