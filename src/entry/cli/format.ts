import { formatNumber } from '../../diary/report/text/numbers.ts'
import type { Colors } from './terminal.ts'

/** A stored time on the reader's own clock, to the minute. */
export function when(iso: string): string {
  const time = new Date(iso)
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}

/** `1 turn`, `1,234 turns`. */
export function counted(n: number, noun: string): string {
  return `${formatNumber(n)} ${noun}${n === 1 ? '' : 's'}`
}

/** `950 B`, `12.3 kB`, `4.2 MB`. */
export function size(bytes: number): string {
  const unit = ['B', 'kB', 'MB', 'GB', 'TB'].map((name, power) => ({ name, factor: 1000 ** power }))
  const fit = unit.findLast(({ factor }) => bytes >= factor) ?? { name: 'B', factor: 1 }
  const amount = bytes / fit.factor
  return `${fit.name === 'B' || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${fit.name}`
}

/** How something ended, in the color of it. */
export function painted(state: string, { green, red, yellow, dim }: Colors) {
  const paints: { [state: string]: (text: string) => string } = {
    accepted: green,
    ok: green,
    closed: green,
    done: green,
    rejected: red,
    tampered: red,
    failed: red,
    error: red,
    stopped: yellow,
    unverifiable: yellow,
    cancelled: yellow,
    interrupted: yellow,
  }
  return { text: state, paint: paints[state] ?? dim }
}
