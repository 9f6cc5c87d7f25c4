import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { lockSession } from '../../src/room/audit/context.ts'
import { auditDesk, chat, factsOf } from './audit-desk.ts'

const log = `sessions/${chat}/tool_receipts.jsonl`

it('verifies a session at rest without waiting for its lock, and leaves no trace (room figures R6)', async () => {
  const desk = await auditDesk()
  await desk.mint(chat, 3)
  const before = foldersBelow(dirname(desk.path('')))
  await lockSession(desk.settings, chat, async () => {
    expect(await desk.audit.verifySession(chat)).toMatchObject({ status: 'ok', count: 3 })
    expect(await desk.asItLies().verifySession(chat, { fresh: true })).toMatchObject({ status: 'ok', count: 3 })
    expect(await desk.audit.receiptsOf(chat)).toHaveLength(3)
  })
  expect(foldersBelow(dirname(desk.path('')))).toEqual(before)
  await desk.close()
})

it('waits for whoever is in the middle of adding a receipt', async () => {
  const desk = await auditDesk()
  await desk.mint(chat, 2)
  const head = desk.path(`sessions/${chat}/head.json`)
  const older = readFileSync(head)
  await desk.mint(chat, 1)
  const newer = readFileSync(head)
  const verifying = await lockSession(desk.settings, chat, async () => {
    // The line is there and its head is not: what a writer leaves for a moment.
    writeFileSync(head, older)
    const said = desk.audit.verifySession(chat)
    await new Promise(setImmediate)
    writeFileSync(head, newer)
    return [said]
  })
  expect(await verifying[0]).toMatchObject({ status: 'ok', count: 3, problems: [] })
  await desk.close()
})

it('reads receipts as the log has them now, whatever was read before (room figures R6)', async () => {
  const desk = await auditDesk()
  const ids = await desk.mint(chat, 3)
  const read = async () => (await desk.audit.receiptsOf(chat)).map(({ receipt_id }) => receipt_id)
  expect(await read()).toEqual(ids)
  const { receipt_id } = await desk.audit.mint(factsOf(chat), 'One more.')
  expect(await read()).toEqual([...ids, receipt_id])
  const [first] = await desk.audit.receiptsOf(chat)
  expect(() => Object.assign(first ?? {}, { ok: false })).toThrow(TypeError)

  const bytes = readFileSync(desk.path(log))
  writeFileSync(desk.path(log), bytes.toString('utf8').replace('chief', 'thief'))
  expect((await desk.audit.receiptsOf(chat)).map(({ agent_id }) => agent_id)).toEqual([
    'thief',
    ...Array(3).fill('chief'),
  ])
  truncateSync(desk.path(log), bytes.indexOf('\n') + 1)
  expect(await read()).toEqual(ids.slice(0, 1))
  truncateSync(desk.path(log), 10)
  expect(await read()).toEqual([])
  writeFileSync(desk.path(log), bytes)
  expect(await read()).toEqual([...ids, receipt_id])
  await desk.close()
})

/** Every folder with the time of its last change of names. */
function foldersBelow(root: string): [path: string, mtime: bigint][] {
  const inside = readdirSync(root, { recursive: true, withFileTypes: true }).filter(entry => entry.isDirectory())
  const paths = [root, ...inside.map(entry => join(entry.parentPath, entry.name))].sort()
  return paths.map(path => [path, statSync(path, { bigint: true }).mtimeNs])
}
