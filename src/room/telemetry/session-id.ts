import { formatInstant, parseInstant } from '../../kernel/instants.ts'

/** `yyyymmdd_hhmmss_<4 hex>`, so that the names sort by time. */
export function telemetrySessionId(ms: number, random: Uint8Array): string {
  const [date = '', time = ''] = formatInstant(ms).split('T')
  const hex = Buffer.from(random.subarray(0, 2)).toString('hex')
  return `${date.replaceAll('-', '')}_${time.slice(0, 8).replaceAll(':', '')}_${hex}`
}

const shape = /^(\d{4})(\d{2})(\d{2})_(\d{2})(\d{2})(\d{2})_[0-9a-f]{4}$/

/** When the session of this id began; undefined for what is no id of a session. */
export function sessionStart(id: string): number | undefined {
  const found = shape.exec(id)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second] = found
  return parseInstant(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}
