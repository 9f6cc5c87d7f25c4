import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { openAuditReadOnly } from '../../src/room/audit/open.ts'
import type { AuditProblem } from '../../src/room/schema.ts'
import { tempHome } from '../support/tempdir.ts'
import {
  type Choice,
  diskInMemory,
  type FilledAudit,
  filledAudit,
  issue,
  unnoticedBytes,
  unnoticedKeyBytes,
} from './audit-tamper-scenarios.ts'
import { conference, type OpenedAudit } from './support/open-audit.ts'

/** The first byte, the last one, and one of a hundred between them. */
const some: Choice = size => new Set([...Array(Math.ceil(size / 100)).keys()].map(n => n * 100).concat(size - 1))

let filled: FilledAudit
let opened: OpenedAudit
let files: FilledAudit['files']
let names: FilledAudit['names']

beforeAll(async () => {
  filled = await filledAudit(20)
  opened = filled.opened
  files = filled.files
  names = filled.names
  return () => opened.close()
})

it('a full audit verifies as it is', async () => {
  expect(await opened.reopenReadOnly().verify()).toMatchObject({
    status: 'ok',
    sessions: [{ count: 20 }],
    issues: [{}],
  })
  expect(names.filter(name => name.startsWith('blobs/'))).toHaveLength(20)
  expect(names.filter(name => name.startsWith('issues/'))).toHaveLength(3)
  expect(names.filter(name => name.endsWith('.key'))).toHaveLength(2)
})

it('a full audit reports a changed byte in each file, and which file it is', async () => {
  expect(await unnoticedBytes(filled, some)).toEqual([])
})

it('a full audit reports a changed byte of a key', async () => {
  expect(await unnoticedKeyBytes(filled, some)).toEqual([])
})

it('a full audit reports every line removed, repeated or swapped in a log, a copy and the list of keys', async () => {
  const disk = diskInMemory(filled)
  const audit = openAuditReadOnly({ ...opened.settings, disk })
  let changes = 0
  for (const name of names.filter(each => each.endsWith('.jsonl'))) {
    const whole = files.get(name) ?? Buffer.alloc(0)
    const lines = whole.toString('utf8').split('\n').slice(0, -1)
    for (let at = 0; at < lines.length; at++) {
      const [before, line = '', after] = [lines.slice(0, at), lines[at], lines.slice(at + 1)]
      const variants = [
        [...before, ...after],
        [...before, line, line, ...after],
        [...lines, line],
        ...(after[0] === undefined ? [] : [[...before, after[0], line, ...after.slice(1)]]),
      ]
      for (const variant of variants) {
        disk.files.set(name, Buffer.from(variant.map(each => `${each}\n`).join('')))
        const report = await audit.verify()
        expect({ status: report.status, named: problemsOf(report).some(({ file }) => file === name), name }).toEqual({
          status: 'tampered',
          named: true,
          name,
        })
        changes++
      }
    }
    disk.files.set(name, whole)
  }
  expect(changes).toBe(97)
})

it('a full audit reports every deleted file and folder', async () => {
  const backup = join(tempHome(), 'backup')
  cpSync(opened.path(''), backup, { recursive: true })
  const folders = [`sessions/${conference}`, 'sessions', 'blobs', `issues/${issue}`, 'issues', 'retired']
  for (const name of [...names, ...folders]) {
    rmSync(opened.path(name), { recursive: true })
    const report = await opened.reopenReadOnly().verify()
    // Without a key nothing can be called valid; everything else is known to have been there.
    expect([name, report.status]).toEqual([name, /key$|^retired$/.test(name) ? 'unverifiable' : 'tampered'])
    const about = problemsOf(report).map(({ file }) => file ?? '')
    expect([name, about.some(file => file === name || file.startsWith(`${name}/`))]).toEqual([
      name,
      !/secret/.test(name),
    ])
    cpSync(join(backup, name), opened.path(name), { recursive: true })
  }
  expect((await opened.reopenReadOnly().verify()).status).toBe('ok')
})

it('a full audit reports a file added to an issue', async () => {
  const disk = diskInMemory(filled)
  disk.files.set(`issues/${issue}/20260301_120000_000__report__x.md`, Buffer.from('x'))
  expect((await openAuditReadOnly({ ...opened.settings, disk }).verify()).issues).toMatchObject([
    { problems: [{ code: 'issue_file_unlisted' }] },
  ])
})

function problemsOf({ keys, sessions, issues }: Awaited<ReturnType<OpenedAudit['audit']['verify']>>): AuditProblem[] {
  return [...keys, ...sessions.flatMap(({ problems }) => problems), ...issues.flatMap(({ problems }) => problems)]
}
