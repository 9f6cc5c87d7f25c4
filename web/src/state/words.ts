import { formatCount } from '../../../src/kernel/numbers.ts'

export function byteSize(text: string): number {
  return new TextEncoder().encode(text).length
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
  return days < 14 ? `${formatCount(days, 'day')} ago` : dayWords(iso)
}

export function dayWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

export function timeWords(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' })
}
