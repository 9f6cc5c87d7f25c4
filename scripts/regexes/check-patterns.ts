import { createHash } from 'node:crypto'
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

/** Where verdicts are kept, so that each pattern is checked once. */
export interface KeptVerdicts {
  /** Of this clone. */
  cacheFile: string
  /** Of the repository: hashes of the patterns that are linear and take over a second to check, a few minutes together. */
  slowFile: string
  /** Nothing that is kept counts, and the file of the repository is written anew. */
  isAnew: boolean
}

/** The verdict of each pattern, by `patternKey`. */
export async function checkPatterns(patterns: readonly Pattern[], kept: KeptVerdicts): Promise<Map<string, Verdict>> {
  const { cacheFile, slowFile, isAnew } = kept
  const known = isAnew ? {} : readKnown(cacheFile)
  const slowHashes = new Set(isAnew ? [] : readFileSync(slowFile, 'utf8').split('\n'))
  const verdicts = new Map<string, Verdict>()
  const waiting = new Map<string, Pattern>()
  for (const pattern of patterns) {
    const key = patternKey(pattern)
    const verdict = known[key] ?? (slowHashes.has(hashOf(key)) ? checkedBefore : undefined)
    if (verdict) verdicts.set(key, verdict)
    else waiting.set(key, pattern)
  }
  const slow: string[] = []
  const queue = waiting.entries()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [key, pattern] of queue) {
        const began = performance.now()
        const verdict = await verdictOn(pattern)
        verdicts.set(key, verdict)
        if (verdict.isLinear && performance.now() - began > 1000) slow.push(hashOf(key))
      }
    }),
  )
  if (isAnew) writeFileSync(slowFile, `${slow.sort().join('\n')}\n`)
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
const checkedBefore: Verdict = { isLinear: true, isKnown: true, summary: 'linear' }
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

/** Of the pattern and of how it was checked: after a change of either it is checked again. */
function hashOf(key: string): string {
  return createHash('sha256')
    .update(`${method} ${JSON.stringify(limits)} ${key}`)
    .digest('hex')
    .slice(0, 32)
}

function readKnown(cacheFile: string): { [key: string]: Verdict } {
  try {
    const kept = JSON.parse(readFileSync(cacheFile, 'utf8'))
    return kept.method === method ? kept.verdicts : {}
  } catch {
    return {}
  }
}
