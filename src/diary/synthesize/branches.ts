/** Branches on which all kinds of work meet. */
const trunks = new Set([
  'main',
  'master',
  'trunk',
  'develop',
  'development',
  'dev',
  'staging',
  'stage',
  'next',
  'production',
  'prod',
  'release',
  'releases',
  'default',
  'head',
  'gh-pages',
])

/** What a branch is about, in the words of its name; null where all kinds of work meet. */
export function branchTopic(branch: string | null): string | null {
  if (branch === null) return null
  const name = branch.slice(branch.lastIndexOf('/') + 1)
  const first = branch.slice(0, Math.max(0, branch.indexOf('/'))).toLowerCase()
  if (trunks.has(branch.toLowerCase()) || trunks.has(name.toLowerCase()) || trunks.has(first)) return null
  const ticket = /^[a-z]{2,6}-\d{1,6}(?![\da-z])/i.exec(name)?.[0] ?? ''
  const words = name
    .slice(ticket.length)
    .split(/[-_\s]+/)
    .filter(word => word !== '')
  while (isMark(words.at(-1))) words.pop()
  // Some name a branch by the day it was made.
  while (/^\d{6,8}$/.test(words[0] ?? '')) words.shift()
  const isSpoken = words.some(word => /\p{L}{2}/u.test(word) && !isMark(word))
  if (ticket === '') return isSpoken ? words.join(' ') : null
  return [ticket.toUpperCase(), ...(isSpoken ? words : [])].join(' ')
}

/** A number, a hash or an id says where a branch comes from, not what it is about. */
function isMark(word: string | undefined): boolean {
  if (word === undefined) return false
  return /^\d+$/.test(word) || (word.length >= 5 && /\d/.test(word) && /^[\da-z]+$/i.test(word))
}
