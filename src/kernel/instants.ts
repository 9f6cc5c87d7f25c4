/** Milliseconds since the epoch; passed in wherever time is read, so that tests can hold or turn it. */
export type Clock = () => number

export function formatInstant(ms: number): string {
  return new Date(ms).toISOString()
}

const bareDate = /^\d{4}-\d{2}-\d{2}$/
const earliest = Date.parse('0001-01-01T00:00:00.000Z')
const latest = Date.parse('9999-12-31T23:59:59.999Z')
const dateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/**
 * A full date-time with zone or a bare date (its first UTC instant); undefined for everything else. Years end at 9999,
 * where ISO text would no longer sort by time.
 */
export function parseInstant(text: string): number | undefined {
  if (!bareDate.test(text) && !dateTime.test(text)) return undefined
  // Date.parse rolls February 30 over into March; a date that does not exist is refused instead.
  const day = text.slice(0, 10)
  const midnight = Date.parse(`${day}T00:00:00.000Z`)
  if (Number.isNaN(midnight) || formatInstant(midnight).slice(0, 10) !== day) return undefined
  const ms = bareDate.test(text) ? midnight : Date.parse(text)
  return ms >= earliest && ms <= latest ? ms : undefined
}
