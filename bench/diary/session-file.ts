import { closeSync, mkdirSync, openSync, utimesSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { claudeLines } from './claude-lines.ts'
import { codexLines } from './codex-lines.ts'
import type { Maker } from './line-maker.ts'
import type { Prose } from './prose.ts'

export interface SessionFile {
  path: string
  format: 'claude-code' | 'codex'
  session: string
  cwd: string
  /** Milliseconds of the first line. */
  startedAt: number
  bytes: number
}

/** Writes a session of about so many bytes, finished a while ago. Answers how many it wrote, and how many lines. */
export function writeSession(file: SessionFile, random: () => number, prose: Prose): { bytes: number; lines: number } {
  let now = file.startedAt
  const clock = () => {
    now += Math.floor(random() * 2000)
    return new Date(now).toISOString()
  }
  const material = { random, prose, id: () => uuid(random), clock, session: file.session, cwd: file.cwd }
  const { first, makers } = (file.format === 'codex' ? codexLines : claudeLines)(material)
  const weights = makers.reduce((sum, { weight }) => sum + weight, 0)

  mkdirSync(dirname(file.path), { recursive: true })
  const handle = openSync(file.path, 'w')
  const beginning = `${first()}\n`
  let pending = beginning
  let bytes = 0
  let lines = beginning.split('\n').length - 1
  const flush = () => {
    bytes += writeSync(handle, pending)
    pending = ''
  }
  while (bytes + pending.length < file.bytes) {
    const room = Math.max(100, file.bytes - bytes - pending.length)
    pending += `${chosen(makers, random() * weights).make(room)}\n`
    lines++
    if (pending.length > flushAt) flush()
  }
  flush()
  closeSync(handle)
  utimesSync(file.path, now / 1000, now / 1000)
  return { bytes, lines }
}

export function uuid(random: () => number): string {
  const digits = () =>
    Math.floor(random() * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0')
  const [a, b, c, d] = [digits(), digits(), digits(), digits()]
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`
}

const flushAt = 1024 * 1024

function chosen(makers: readonly Maker[], at: number): Maker {
  let left = at
  for (const maker of makers) {
    left -= maker.weight
    if (left < 0) return maker
  }
  throw new Error('No line can be made.')
}
