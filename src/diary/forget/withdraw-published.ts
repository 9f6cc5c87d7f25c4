import type { Db, Tx } from '../../db/db.ts'
import { addDays } from '../dates/calendar.ts'
import { type VersionContent, versionContents, withdrawVersion } from '../publish/store.ts'
import { citationsWithin } from '../report/schema.ts'
import { jsonIn } from '../workspace/json-file.ts'
import type { Forgotten } from './tombstones.ts'

/** The versions published here, by whomever, that cite turns of forgotten sessions. */
export async function versionsHolding(tx: Tx, forgotten: Forgotten): Promise<VersionContent[]> {
  return (await versionsAround(tx, forgotten)).filter(({ report }) =>
    citationsWithin(jsonIn(report)).some(({ span_sha256 }) => forgotten.hasSpan(span_sha256)),
  )
}

/** Takes the content out of these versions, and every byte of it out of the database. */
export async function withdrawPublished(db: Db, forgotten: Forgotten): Promise<void> {
  const isWithdrawn = await db.write(async tx => {
    for (const version of await versionsHolding(tx, forgotten)) await withdrawVersion(tx, version)
    return (await versionsAround(tx, forgotten)).some(({ report }) => report === '')
  })
  // Also when an earlier attempt had come so far.
  if (isWithdrawn) await db.compact('published_reports')
}

async function versionsAround(tx: Tx, { tombstones }: Forgotten): Promise<VersionContent[]> {
  const dates = tombstones.flatMap(({ days }) => days.map(({ date }) => date)).sort()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  // Days of another time zone begin up to a day earlier or later.
  return versionContents(tx, { from: addDays(first, -1), to: addDays(last, 1) })
}
