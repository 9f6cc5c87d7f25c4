import { cpSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditProblem } from '../../src/room/audit/audit.ts'
import type { Disk } from '../../src/room/audit/disk.ts'
import { auditAsItLies } from '../../src/room/audit/open.ts'
import { rounds } from '../support/rounds.ts'
import { tempHome } from '../support/tempdir.ts'
import { type AuditDesk, auditDesk, conference, factsOf, filesIn } from './audit-desk.ts'

/** Of how many bytes one is changed. */
const step = rounds(5, 1)

/** Git's own business; the next opening mends it. */
const notVerified = '.gitignore'
const issue = 7
let desk: AuditDesk
let files: Map<string, Buffer>
let names: string[]

beforeAll(async () => {
  desk = await auditDesk()
  // Every byte is changed once and everything verified again, so there is one long output and the others are short.
  for (let n = 1; n <= 20; n++) {
    if (n === 17) await desk.audit.rotateKey()
    const facts = { ...factsOf(conference), round_id: n < 18 ? 'rnd_1' : 'rnd_2', turn_id: 't', inputs: {} }
    await desk.audit.mint(facts, n === 9 ? 'The bell. '.repeat(210) : `Output ${n}`)
  }
  await desk.audit.link({ sessionId: conference, issueId: issue, unit: 'rnd_2' })
  files = filesIn(desk.path(''))
  names = [...files.keys()].filter(name => name !== notVerified)
  return () => desk.close()
})

describe('an audit of 20 receipts with outputs, heads, two keys and a linked issue', () => {
  it('verifies as it is', async () => {
    expect(await desk.asItLies().verify()).toMatchObject({ status: 'ok', sessions: [{ count: 20 }], issues: [{}] })
    expect(names.filter(name => name.startsWith('blobs/'))).toHaveLength(20)
    expect(names.filter(name => name.startsWith('issues/'))).toHaveLength(3)
    expect(names.filter(name => name.endsWith('.key'))).toHaveLength(2)
  })

  it('tells of a single changed byte wherever it is, and of which file', async () => {
    const disk = diskInMemory(files)
    const audit = auditAsItLies({ ...desk.settings, disk })
    const missed: string[] = []
    for (const name of names.filter(each => !each.endsWith('.key'))) {
      const whole = files.get(name) ?? Buffer.alloc(0)
      for (let at = names.indexOf(name) % step; at < whole.length; at += step) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ (1 + ((at * 37) % 255))
        disk.files.set(name, changed)
        const { status, problems } = name.startsWith('issues/')
          ? ((await audit.issue(issue)) ?? { status: 'ok', problems: [] })
          : await audit.verifySession(conference, { fresh: true })
        if (status !== 'tampered' || !problems.some(({ file }) => file === name)) missed.push(`${name} at ${at}`)
      }
      disk.files.set(name, whole)
    }
    expect(missed).toEqual([])
    expect((await audit.verify()).status).toBe('ok')
  })

  it('tells of every single changed byte of a key', async () => {
    const audit = desk.asItLies()
    for (const name of names.filter(each => each.endsWith('.key'))) {
      const whole = files.get(name) ?? Buffer.alloc(0)
      for (let at = 0; at < whole.length; at++) {
        const changed = Buffer.from(whole)
        changed[at] = (changed[at] ?? 0) ^ (1 + ((at * 37) % 255))
        writeFileSync(desk.path(name), changed)
        const { status, problems } = await audit.verifySession(conference, { fresh: true })
        expect({ status, named: problems.some(({ file }) => file === name), name, at }).toMatchObject({
          status: 'tampered',
          named: true,
        })
      }
      writeFileSync(desk.path(name), whole)
    }
    expect((await audit.verify()).status).toBe('ok')
  })

  it('tells of every line removed, repeated or swapped in a log, a copy and the list of keys', async () => {
    const disk = diskInMemory(files)
    const audit = auditAsItLies({ ...desk.settings, disk })
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

  it('tells of every file and folder deleted', async () => {
    const backup = join(tempHome(), 'backup')
    cpSync(desk.path(''), backup, { recursive: true })
    const folders = [`sessions/${conference}`, 'sessions', 'blobs', `issues/${issue}`, 'issues', 'retired']
    for (const name of [...names, ...folders]) {
      rmSync(desk.path(name), { recursive: true })
      const report = await desk.asItLies().verify()
      // Without a key nothing can be called valid; everything else is known to have been there.
      expect([name, report.status]).toEqual([name, /key$|^retired$/.test(name) ? 'unverifiable' : 'tampered'])
      const about = problemsOf(report).map(({ file }) => file ?? '')
      expect([name, about.some(file => file === name || file.startsWith(`${name}/`))]).toEqual([
        name,
        !/secret/.test(name),
      ])
      cpSync(backup, desk.path(''), { recursive: true })
    }
    expect((await desk.asItLies().verify()).status).toBe('ok')
  })

  it('tells of a file added to an issue', async () => {
    const disk = diskInMemory(files)
    disk.files.set(`issues/${issue}/20260301_120000_000__report__x.md`, Buffer.from('x'))
    expect((await auditAsItLies({ ...desk.settings, disk }).verify()).issues).toMatchObject([
      { problems: [{ code: 'issue_file_unlisted' }] },
    ])
  })
})

function problemsOf({ keys, sessions, issues }: Awaited<ReturnType<AuditDesk['audit']['verify']>>): AuditProblem[] {
  return [...keys, ...sessions.flatMap(({ problems }) => problems), ...issues.flatMap(({ problems }) => problems)]
}

/** The files of the audit in memory, so that tens of thousands of changes take no time; nothing is written. */
function diskInMemory(from: ReadonlyMap<string, Buffer>): Disk & { files: Map<string, Buffer> } {
  const kept = new Map(from)
  const nameOf = (path: string) => relative(desk.path(''), path)
  const refuse = () => Promise.reject(new Error('Verifying writes nothing.'))
  return {
    files: kept,
    read: async path => kept.get(nameOf(path)),
    readRange: async (path, start, end) => (kept.get(nameOf(path)) ?? Buffer.alloc(0)).subarray(start, end),
    async stat(path) {
      const bytes = kept.get(nameOf(path))
      return bytes && { size: bytes.length, mtimeMs: 0, ino: 1 }
    },
    async list(folder) {
      const below = [...kept.keys()].filter(name => name.startsWith(`${nameOf(folder)}/`))
      return [...new Set(below.map(name => name.slice(nameOf(folder).length + 1).split('/')[0] ?? ''))].sort()
    },
    append: refuse,
    replace: refuse,
  }
}
