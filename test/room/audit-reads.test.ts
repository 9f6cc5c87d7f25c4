import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { lockSession } from '../../src/room/audit/context.ts'
import { chat, factsOf, openTestAudit } from './support/open-audit.ts'

const log = `sessions/${chat}/tool_receipts.jsonl`

it('a session at rest is verified without waiting for its lock, and without a trace (room figures R6)', async () => {
  const opened = await openTestAudit()
  await opened.mint(chat, 3)
  const before = foldersBelow(dirname(opened.path('')))
  await lockSession(opened.settings, chat, async () => {
    expect(await opened.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 3 })
    expect(await opened.reopenReadOnly().verifySession(chat, { fresh: true })).toMatchObject({ status: 'ok', count: 3 })
    expect(await opened.audit.receiptsOf(chat)).toHaveLength(3)
  })
  expect(foldersBelow(dirname(opened.path('')))).toEqual(before)
  await opened.close()
})

it('the audit waits for a writer that is adding a receipt', async () => {
  const opened = await openTestAudit()
  await opened.mint(chat, 2)
  const head = opened.path(`sessions/${chat}/head.json`)
  const older = readFileSync(head)
  await opened.mint(chat, 1)
  const newer = readFileSync(head)
  const verifying = await lockSession(opened.settings, chat, async () => {
    // The line is there and its head is not: what a writer leaves for a moment.
    writeFileSync(head, older)
    const said = opened.audit.verifySession(chat)
    await new Promise(setImmediate)
    writeFileSync(head, newer)
    return [said]
  })
  expect(await verifying[0]).toMatchObject({ status: 'ok', count: 3, problems: [] })
  await opened.close()
})

it('the audit reads receipts as the log has them now, whatever was read before (room figures R6)', async () => {
  const opened = await openTestAudit()
  const ids = await opened.mint(chat, 3)
  const read = async () => (await opened.audit.receiptsOf(chat)).map(({ receipt_id }) => receipt_id)
  expect(await read()).toEqual(ids)
  const { receipt_id } = await opened.audit.mint(factsOf(chat), 'One more.')
  expect(await read()).toEqual([...ids, receipt_id])
  const [first] = await opened.audit.receiptsOf(chat)
  expect(() => Object.assign(first ?? {}, { ok: false })).toThrow(TypeError)

  const bytes = readFileSync(opened.path(log))
  writeFileSync(opened.path(log), bytes.toString('utf8').replace('chief', 'thief'))
  expect((await opened.audit.receiptsOf(chat)).map(({ agent_id }) => agent_id)).toEqual([
    'thief',
    ...Array(3).fill('chief'),
  ])
  truncateSync(opened.path(log), bytes.indexOf('\n') + 1)
  expect(await read()).toEqual(ids.slice(0, 1))
  truncateSync(opened.path(log), 10)
  expect(await read()).toEqual([])
  writeFileSync(opened.path(log), bytes)
  expect(await read()).toEqual([...ids, receipt_id])
  await opened.close()
})

/** Every folder with the time of its last change of names. */
function foldersBelow(root: string): [path: string, mtime: bigint][] {
  const inside = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
  const paths = [root, ...inside.map(entry => join(entry.parentPath, entry.name))].sort()
  return paths.map(path => [path, statSync(path, { bigint: true }).mtimeNs])
}
