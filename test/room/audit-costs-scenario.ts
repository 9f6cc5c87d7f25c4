import { appendFileSync, readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { receiptLine, signReceipt } from '../../src/receipts/chain.ts'
import { outputsOf } from '../../src/receipts/receipt.ts'
import { keyOf } from '../../src/receipts/signing.ts'
import { type Disk, disk } from '../../src/room/audit/disk.ts'
import { emptyLog } from '../../src/room/audit/examine.ts'
import { openAudit } from '../../src/room/audit/open.ts'
import { factsOf, type OpenedAudit, openTestAudit } from './support/open-audit.ts'

/** The real files, with a count of every byte read and written. */
function counting(): Disk & { bytes: number } {
  const counted = {
    ...disk,
    bytes: 0,
    async read(path: string) {
      const bytes = await disk.read(path)
      counted.bytes += bytes?.length ?? 0
      return bytes
    },
    async readRange(path: string, start: number, end: number) {
      const bytes = await disk.readRange(path, start, end)
      counted.bytes += bytes.length
      return bytes
    },
    append(path: string, bytes: Uint8Array) {
      counted.bytes += bytes.length
      return disk.append(path, bytes)
    },
    replace(path: string, bytes: Uint8Array) {
      counted.bytes += bytes.length
      return disk.replace(path, bytes)
    },
  }
  return counted
}

const [small, middle, large] = ['chat_small', 'chat_middle', 'chat_large'] as const

/** Adding a receipt costs the same after 10 and after so many; verifying grows with the log. */
export async function expectCosts(receipts: number): Promise<void> {
  const files = counting()
  const opened = await openTestAudit({ disk: files })
  const sizes = { [small]: 10, [middle]: receipts / 2, [large]: receipts }
  for (const [session, count] of Object.entries(sizes)) await fill(opened, session, count)
  const costOf = async (work: () => Promise<unknown>) => {
    files.bytes = 0
    await work()
    return files.bytes
  }
  const audit = await openAudit(opened.settings)
  const add = (session: string) => costOf(() => audit.mint(factsOf(session), 'The bell rang.'))
  const [after10, afterMany] = [await add(small), await add(large)]
  expect(afterMany / after10).toBeLessThan(1.1)

  const verify = (session: string) => costOf(() => audit.verifySession(session, { fresh: true }))
  const [once, twice] = [await verify(middle), await verify(large)]
  expect(twice / once).toBeLessThan(2.05)
  expect(twice / once).toBeGreaterThan(1.9)

  // What was just verified is not read again, and of a log that grew only what is new.
  expect(await costOf(() => audit.verifySession(large))).toBeLessThan(10_000)
  await audit.mint(factsOf(large), 'The bell rang.')
  expect(await costOf(() => audit.verifySession(large))).toBeLessThan(10_000)
  const last = (await audit.receiptsOf(large)).at(-1)?.receipt_id ?? ''
  expect(await costOf(async () => expect(await audit.find(last)).toMatchObject({ seq: receipts + 2 }))).toBeLessThan(
    5000,
  )
  await opened.close()
}

/** Appends lines as minting would, without waiting for the disk at each, and lets the next opening adopt them. */
async function fill(opened: OpenedAudit, session: string, count: number): Promise<void> {
  const output = 'The bell rang.'
  await opened.audit.mint(factsOf(session), output)
  const first = (await opened.audit.receiptsOf(session))[0]
  const key = keyOf(Buffer.from(readFileSync(opened.path('secret.key'), 'utf8'), 'base64'))
  let head = first?.signature ?? emptyLog(session).head
  let text = ''
  for (let seq = 2; seq <= count; seq++) {
    const receipt_id = `rcpt_${`${count}0${seq}`.padStart(12, '0')}`
    const receipt = signReceipt(
      { ...factsOf(session), outputs: outputsOf(output) },
      { receipt_id, seq, prev: head },
      key,
    )
    text += receiptLine(receipt)
    head = receipt.signature
  }
  appendFileSync(opened.path(`sessions/${session}/tool_receipts.jsonl`), text)
}
