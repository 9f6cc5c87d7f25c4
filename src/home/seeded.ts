import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { type RecordNumbers, sampleNumbers } from '../records/store/record-numbers.ts'

/** What a first start brings along; each is offered once, and so is each repository of the diary. */
export const offered = ['sample_seeded', 'sample_diary_seeded', 'sample_room_seeded'] as const
type Offered = (typeof offered)[number] | `repository ${string}`

/** Beside these the day the sample's week ends on, as a number of days since 1970. */
type Counted = Offered | 'sample_last_day' | RecordNumbers

const find = statement((q, a: { name: Counted }) => q.selectFrom('counters').select('value').where('name', '=', a.name))
const insert = statement((q, a: { name: Counted; value: number }) =>
  q
    .insertInto('counters')
    .values({ name: a.name, value: a.value })
    .onConflict(clash => clash.column('name').doNothing()),
)

/** Kept in the database itself, so that what was deleted does not come back. */
export async function isSeeded(tx: Tx, name: Offered): Promise<boolean> {
  return (await tx.first(find, { name })) !== undefined
}

export async function markSeeded(tx: Tx, name: Offered): Promise<void> {
  await tx.run(insert, { name, value: 1 })
}

/** The days of the sample's week, oldest first: the five that end with the last one it was given. */
export async function sampleDays(tx: Pick<Tx, 'first'>): Promise<string[]> {
  const last = (await tx.first(find, { name: 'sample_last_day' }))?.value ?? lastDayOfEarlierVersions
  return Array.from({ length: sampleLength }, (_, index) => dayOf(last - sampleLength + 1 + index))
}

/** The sample has record numbers of its own, so that it uses up none of the person's. */
export async function giveSampleNumbers(tx: Tx): Promise<void> {
  await tx.run(insert, { name: 'sample_record', value: sampleNumbers.after })
}

/** Lets the sample's week end on this day, unless it was given one already; answers its days. */
export async function giveSampleDays(tx: Tx, last: string): Promise<string[]> {
  await tx.run(insert, { name: 'sample_last_day', value: numberOf(last) })
  return sampleDays(tx)
}

const sampleLength = 5
/** Until 0.1 the week was always the same. */
const lastDayOfEarlierVersions = numberOf('2025-02-14')

function numberOf(day: string): number {
  return Date.parse(day) / 86_400_000
}

function dayOf(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10)
}
