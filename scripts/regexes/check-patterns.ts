import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { check, type Parameters } from 'recheck'
import type { Pattern } from './find.ts'

/** How the time of a pattern grows, in recheck's words, or why it is unknown. */
export interface Verdict {
  isLinear: boolean
  isKnown: boolean
  summary: string
}

/** The verdict of each pattern, by `patternKey`. Verdicts are kept in a file, so that each pattern is checked once. */
export async function checkPatterns(patterns: readonly Pattern[], cacheFile: string): Promise<Map<string, Verdict>> {
  const known = readKnown(cacheFile)
  const verdicts = new Map<string, Verdict>()
  const waiting = new Map<string, Pattern>()
  for (const pattern of patterns) {
    const key = patternKey(pattern)
    const verdict = known[key]
    if (verdict) verdicts.set(key, verdict)
    else waiting.set(key, pattern)
  }
  const queue = waiting.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [key, pattern] of queue) verdicts.set(key, await verdictOn(pattern))
    }),
  )
  mkdirSync(dirname(cacheFile), { recursive: true })
  const complete = [...verdicts].filter(([, { isKnown }]) => isKnown)
  writeFileSync(cacheFile, JSON.stringify({ method, verdicts: Object.fromEntries(complete) }))
  return verdicts
}

export function patternKey({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string {
  return `/${source}/${flags}`
}

/** Changed when verdicts that are kept no longer hold. */
const method = 'recheck 4.5.0, only known verdicts'
const atOnce = 2
/**
 * Slow is what takes many steps, not long: a limit by the clock would find other patterns slow on a busy machine.
 * 300 million steps are far more than a linear pattern takes on 100,000 characters, and far less than any other.
 */
const limits: Parameters = {
  attackTimeout: null,
  incubationTimeout: null,
  attackLimit: 300_000_000,
  maxAttackStringSize: 100_000,
}

/**
 * The exact method runs out of time on long counted repetitions; then recheck searches for a slow text instead. That
 * search ends after its steps, however long these take: beside a whole test suite it once took five minutes.
 */
async function verdictOn({ source, flags }: Pattern): Promise<Verdict> {
  const first = await check(source, flags, { ...limits, timeout: 1500 })
  const result =
    first.status === 'unknown' ? await check(source, flags, { ...limits, checker: 'fuzz', timeout: null }) : first
  if (result.status === 'unknown') return { isLinear: false, isKnown: false, summary: `unknown (${result.error.kind})` }
  return { isLinear: result.status === 'safe', isKnown: true, summary: result.complexity.summary }
}

function readKnown(cacheFile: string): { [key: string]: Verdict } {
  try {
    const kept = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return kept.method === method ? kept.verdicts : {}
  } catch {
    return {}
  }
}
