import type { Counter, Stock } from './stock'

/** What two phones know together: per phone the larger count, because counts only grow. */
export function merge(one: Stock, other: Stock): Stock {
  const phones = new Set([...Object.keys(one), ...Object.keys(other)])
  return Object.fromEntries([...phones].map(phone => [phone, larger(one[phone], other[phone])]))
}

function larger(one?: Counter, other?: Counter): Counter {
  return { sold: max(one?.sold, other?.sold), undone: max(one?.undone, other?.undone) }
}

function max(one = 0, other = 0): number {
  return Math.max(one, other)
}
