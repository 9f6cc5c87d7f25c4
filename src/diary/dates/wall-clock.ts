import { offsetAt } from './zone.ts'

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

/** The instant at which clocks of the zone show this; the earlier one when they show it twice. */
export function instantOf(wall: number, zone: string): number {
  const around = [offsetAt(wall - halfDay * 2, zone), offsetAt(wall + halfDay * 2, zone)]
  const candidates = around.map(offset => wall - offset).sort((a, b) => a - b)
  return candidates.find(ms => ms + offsetAt(ms, zone) === wall) ?? Math.max(...candidates)
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
