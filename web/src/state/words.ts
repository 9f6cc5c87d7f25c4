import { formatNumber } from '../../../src/kernel/numbers.ts'

/** "1 write", "3 writes". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`
}

export function byteSize(text: string): number {
  return new TextEncoder().encode(text).length
}

export function sizeWords(bytes: number): string {
  if (bytes < 1000) return pluralize(bytes, 'byte')
  const units = ['kB', 'MB', 'GB', 'TB']
  let size = bytes / 1000
  while (size >= 1000 && units.length > 1) {
    size /= 1000
    units.shift()
  }
  return `${size.toFixed(size < 10 ? 1 : 0)} ${units[0]}`
}

/** "just now", "5 min ago", "3 h ago", "2 days ago", then the date. */
export function agoWords(iso: string, now: number): string {
  const seconds = Math.round((now - Date.parse(iso)) / 1000)
  if (seconds < 45) return 'just now'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min ago`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return `${hours} h ago`
  const days = Math.round(hours / 24)
  return days < 14 ? `${pluralize(days, 'day')} ago` : dayWords(iso)
}

export function dayWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

export function timeWords(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
}
