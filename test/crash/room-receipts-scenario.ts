import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { openDb } from '../../src/db/open.ts'
import { openAudit, openAuditReadOnly } from '../../src/room/audit/open.ts'
import { type Answer, createEmptyStore } from '../support/engines.ts'
import { tempHome } from '../support/tempdir.ts'
import type { Worker } from './processes.ts'
import type { Command } from './room-receipts-worker.ts'

export const receiptsWorker = 'test/crash/room-receipts-worker.ts'

/** As many are killed at once, because checking what they left takes longer. */
const five = [0, 1, 2, 3, 4]

/** Kills processes that mint receipts: every receipt they reported verifies, and no chain is broken. */
export async function killWhileMinting(start: () => Worker<Command>, wanted: number): Promise<void> {
  const { location } = await createEmptyStore('sqlite')
  const folder = join(tempHome(), '.control-room', 'audit')
  const db = await openDb({ location })
  const settings = { folder, db, project: 'default', clock: Date.now }
  const failures: Answer[] = []
  let [kills, receipts, filed] = [0, 0, 0]
  let ready = five.map(() => start())
  for (let round = 0; kills < wanted; round++) {
    const minters = ready
    // The next ones load the program while these mint.
    ready = kills + minters.length < wanted ? five.map(() => start()) : []
    // All write to the same session, and each to one of its own; new ones now and then keep verifying quick.
    const shared = `chat_${Math.floor(round / 5)}`
    const issue = 1 + Math.floor(round / 10)
    const outputs = await Promise.all(
      minters.map(async (minter, at) => {
        await minter.ask({ do: 'open', location, folder })
        minter.send({ do: 'mint', sessions: [shared, `${shared}_${at}`], issue })
        const printed = [await minter.next()]
        // One of them files a report before all are killed, each at a moment of its own.
        for (let line = printed[0]; at === 0 && line && !line.filed && !line.failed; ) {
          line = await minter.next()
          printed.push(line)
        }
        await sleep(Math.random() * 100)
        return [...printed, ...(await minter.kill())]
      }),
    )
    kills += minters.length
    const lines = outputs.flat()
    failures.push(...lines.filter(line => line?.failed))
    // Before anything is mended nothing may look tampered with; what was cut off in the middle of a line may be seen.
    const left = await openAuditReadOnly(settings).verifySession(shared)
    expect(left.problems.filter(({ code }) => code !== 'torn_tail')).toEqual([])

    const audit = await openAudit(settings)
    for (const session of [shared, ...five.map(at => `${shared}_${at}`)]) {
      const verification = await audit.verifySession(session, { fresh: true })
      expect(verification.problems).toEqual([])
      expect(await audit.receiptsOf(session)).toHaveLength(verification.count)
    }
    for (const { receipt, session, output } of lines.filter(line => line?.receipt)) {
      expect(await audit.find(receipt)).toMatchObject({ receipt_id: receipt, session_id: session })
      expect(await audit.output(receipt)).toBe(output)
      receipts++
    }
    const names = lines.flatMap(line => (line?.filed ? [line.filed] : []))
    const entries = (await audit.issue(issue))?.entries ?? []
    expect(entries.map(({ filename }) => filename)).toEqual(expect.arrayContaining(names))
    filed += names.length
  }
  const { status, sessions } = await openAuditReadOnly(settings).verify()
  expect(status).toBe('ok')
  // Every reported receipt is there; besides them at most one for each killed process.
  const minted = sessions.reduce((sum, { count }) => sum + count, 0)
  expect(minted).toBeGreaterThanOrEqual(receipts)
  expect(minted - receipts).toBeLessThanOrEqual(kills)
  expect(receipts).toBeGreaterThan(kills)
  expect(filed).toBeGreaterThan(0)
  expect(failures).toEqual([])
  await db.close()
}
