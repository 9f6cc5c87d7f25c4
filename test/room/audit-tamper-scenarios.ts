import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Disk } from '../../src/room/audit/disk.ts'
import { openAuditReadOnly } from '../../src/room/audit/open.ts'
import { conference, factsOf, filesIn, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

export interface FilledAudit {
  opened: OpenedAudit
  files: ReadonlyMap<string, Buffer>
  /** The files whose bytes are verified. */
  names: readonly string[]
}

export const issue = 7

/** Git's own business; the next opening mends it. */
const notVerified = '.gitignore'

/** Receipts with outputs, heads, two keys and a linked issue. One output is long; short ones are verified sooner. */
export async function filledAudit(receipts: number): Promise<FilledAudit> {
  const opened = await openTestAudit()
  for (let n = 1; n <= receipts; n++) {
    if (n === receipts - 3) await opened.audit.rotateKey()
    const facts = { ...factsOf(conference), round_id: n < receipts - 2 ? 'rnd_1' : 'rnd_2', turn_id: 't', inputs: {} }
    await opened.audit.mint(facts, n === receipts / 2 - 1 ? 'The bell. '.repeat(210) : `Output ${n}`)
  }
  await opened.audit.link({ sessionId: conference, issueId: issue, unit: 'rnd_2' })
  const files = filesIn(opened.path(''))
  return { opened, files, names: [...files.keys()].filter(name => name !== notVerified) }
}

/** Which bytes of a file of this size are changed, one at a time. */
export type Choice = (size: number) => Iterable<number>

/** Changes chosen bytes of every file but the keys; answers with those that were not noticed in their file. */
export async function unnoticedBytes(filled: FilledAudit, choice: Choice): Promise<string[]> {
  const disk = diskInMemory(filled)
  const audit = openAuditReadOnly({ ...filled.opened.settings, disk })
  const unnoticed: string[] = []
  for (const name of filled.names.filter(each => !each.endsWith('.key'))) {
    const whole = filled.files.get(name) ?? Buffer.alloc(0)
    for (const at of choice(whole.length)) {
      disk.files.set(name, changedAt(whole, at))
      const { status, problems } = name.startsWith('issues/')
        ? ((await audit.issue(issue)) ?? { status: 'ok', problems: [] })
        : await audit.verifySession(conference, { fresh: true })
      if (status !== 'tampered' || !problems.some(({ file }) => file === name)) unnoticed.push(`${name} at ${at}`)
    }
    disk.files.set(name, whole)
  }
  if ((await audit.verify()).status !== 'ok') unnoticed.push('The bytes were not put back.')
  return unnoticed
}

/** The same for the keys, which are read from the disk. */
export async function unnoticedKeyBytes({ opened, files, names }: FilledAudit, choice: Choice): Promise<string[]> {
  const audit = opened.reopenReadOnly()
  const unnoticed: string[] = []
  for (const name of names.filter(each => each.endsWith('.key'))) {
    const whole = files.get(name) ?? Buffer.alloc(0)
    for (const at of choice(whole.length)) {
      writeFileSync(opened.path(name), changedAt(whole, at))
      const { status, problems } = await audit.verifySession(conference, { fresh: true })
      if (status !== 'tampered' || !problems.some(({ file }) => file === name)) unnoticed.push(`${name} at ${at}`)
    }
    writeFileSync(opened.path(name), whole)
  }
  if ((await audit.verify()).status !== 'ok') unnoticed.push('The keys were not put back.')
  return unnoticed
}

function changedAt(whole: Buffer, at: number): Buffer {
  const changed = Buffer.from(whole)
  changed[at] = (changed[at] ?? 0) ^ (1 + ((at * 37) % 255))
  return changed
}

/** The files of the audit in memory, so that tens of thousands of changes take no time; nothing is written. */
export function diskInMemory({ opened, files }: FilledAudit): Disk & { files: Map<string, Buffer> } {
  const kept = new Map(files)
  const nameOf = (path: string) => relative(opened.path(''), path)
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
    replaceAll: refuse,
    cut: refuse,
    remove: refuse,
  }
}
