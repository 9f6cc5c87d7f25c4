import { Fault } from '../../kernel/fault.ts'

interface ZoneNames {
  flag?: string | undefined
  env?: string | undefined
  config?: string | undefined
}

/** The zone that was named for the diary's days; a wrong name that was meant for us is an error. */
export function namedZone({ flag, env, config }: ZoneNames): string | undefined {
  for (const [where, name] of [
    ['--timezone', flag],
    ['DAYBOOK_TIMEZONE', env],
    ['diary.timezone of the config file', config],
  ] as const) {
    if (!name) continue
    if (isZone(name)) return name
    throw new Fault('INVALID_INPUT', `The time zone in ${where} is not known.`, {
      details: { timezone: name },
      hint: 'Give an IANA name such as Europe/Berlin, or UTC.',
    })
  }
  return undefined
}

/** The zone this machine is in. What TZ holds is often no zone at all, and is then passed over. */
export function zoneHere(tz: string | undefined): string {
  if (tz?.trim() && !tz.startsWith(':') && isZone(tz)) return tz
  const system = Intl.DateTimeFormat().resolvedOptions().timeZone
  return system && isZone(system) ? system : 'UTC'
}

/** Whether the runtime knows an IANA name; bare offsets, which newer ones accept too, are not names. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    clockOf(name)
    return true
  } catch {
    return false
  }
}

/** Milliseconds to add to an instant to get the wall clock of the zone, read as if it were UTC. */
export function offsetAt(ms: number, zone: string): number {
  const quarter = Math.floor(ms / quarterHour)
  const key = `${zone} ${quarter}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const offset = workedOut(quarter * quarterHour, zone)
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

/** Clocks are changed at full quarters of an hour; to ask what one shows takes long, and days ask for thousands of instants. */
const quarterHour = 900_000
const offsets = new Map<string, number>()
const maxOffsets = 2000

function workedOut(ms: number, zone: string): number {
  const parts: { [part: string]: number } = {}
  for (const { type, value } of clockOf(zone).formatToParts(ms)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  const wall = Date.UTC(year, month - 1, day, hour, minute, second)
  return wall - Math.floor(ms / 1000) * 1000
}

/** Seconds precision with the zone's offset: `2026-05-12T08:00:00+08:00`; UTC as `Z`. */
export function formatInZone(ms: number, zone: string): string {
  const offset = offsetAt(ms, zone)
  const wall = new Date(Math.floor(ms / 1000) * 1000 + offset).toISOString().slice(0, 19)
  return `${wall}${isUtc(zone) ? 'Z' : offsetText(offset)}`
}

export function formatUtc(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`
}

/** The calendar day it is somewhere. */
export function dayAt(ms: number, zone: string): string {
  return new Date(ms + offsetAt(ms, zone)).toISOString().slice(0, 10)
}

/** The calendar day it is in the zone of this process; asking for the zone's name would take longer than a whole command. */
export function dayHere(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

/** The instant at which clocks of the zone show this; the earlier one when they show it twice. */
export function instantOf(wall: number, zone: string): number {
  const around = [offsetAt(wall - halfDay * 2, zone), offsetAt(wall + halfDay * 2, zone)]
  const candidates = around.map(offset => wall - offset).sort((a, b) => a - b)
  return candidates.find(ms => ms + offsetAt(ms, zone) === wall) ?? Math.max(...candidates)
}

/** Making a formatter takes far longer than using it, and the same zone gives the same one; a few of them are kept. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const maxClocks = 50

function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  if (clocks.size >= maxClocks) clocks.clear()
  clocks.set(zone, made)
  return made
}

const halfDay = 43_200_000

function isUtc(zone: string): boolean {
  return /^(etc\/)?(utc|uct|zulu|universal)$/i.test(zone)
}

function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map(part => String(part).padStart(2, '0'))
  return `${offset < 0 ? '-' : '+'}${hours}:${rest}`
}
