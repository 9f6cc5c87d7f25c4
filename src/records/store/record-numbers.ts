/** The counter that gives records their numbers; the sample has one of its own, so that a person's first record is R001. */
export type RecordNumbers = 'record' | 'sample_record'

/** The numbers kept for the sample, far from those that people see; the counter of records leaves them out. */
export const sampleNumbers = { after: 90_000, last: 90_100 } as const

export function isSampleNumber(seq: number): boolean {
  return seq > sampleNumbers.after && seq <= sampleNumbers.last
}
