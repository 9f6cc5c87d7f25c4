import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { appendDurably, appendUnsynced, moveTornTail, readWholeLines } from './append-log.ts'

let folder: string
let log: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daybook-log-'))
  log = join(folder, 'deep', 'log.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('an absent log has no lines, and the first append makes its folder', async () => {
  expect(readWholeLines(log).toString()).toBe('')
  await appendDurably(log, '{"a":1}\n')
  await appendDurably(log, Buffer.from('{"a":2}\n'))
  expect(readWholeLines(log).toString()).toBe('{"a":1}\n{"a":2}\n')
  expect(readWholeLines(log, 8).toString()).toBe('{"a":2}\n')
})

it('an unfinished last line is not read, and is ended before the next append where that is asked for', async () => {
  await appendDurably(log, '{"a":1}\n')
  appendFileSync(log, '{"a":')
  expect(readWholeLines(log).toString()).toBe('{"a":1}\n')
  await appendDurably(log, '{"a":2}\n', { endTornLine: true })
  expect(readFileSync(log, 'utf8')).toBe('{"a":1}\n{"a":\n{"a":2}\n')
})

it('an append without sync refuses to follow an unfinished line, which can be moved aside', async () => {
  expect(appendUnsynced(log, '{"a":1}\n')).toBe('first')
  expect(appendUnsynced(log, '{"a":2}\n')).toBe('more')
  appendFileSync(log, 'half')
  expect(appendUnsynced(log, '{"a":3}\n')).toBe('torn')
  await moveTornTail(log, `${log}.torn`)
  expect(appendUnsynced(log, '{"a":3}\n')).toBe('more')
  expect(readFileSync(log, 'utf8')).toBe('{"a":1}\n{"a":2}\n{"a":3}\n')
  expect(readFileSync(`${log}.torn`, 'utf8')).toBe('half')
  expect(readdirSync(join(folder, 'deep'))).toEqual(['log.jsonl', 'log.jsonl.torn'])
})
