import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../bench/harness/random.ts'
import { findUnwritable, redact, withoutSecrets } from '../src/evidence/secrets.ts'
import { secretFormats } from './fixtures/secrets/formats.ts'
import { type Judged, judgeLookAlikes, judgeSecrets, share } from './fixtures/secrets/judge.ts'
import { lookAlikeTexts } from './fixtures/secrets/look-alikes.ts'
import { randomText } from './fixtures/secrets/random-text.ts'
import { propertyRuns } from './support/property-runs.ts'

const samples = 10

function namesOf(judged: readonly Judged[]): string {
  return judged.map(({ family, name, found }) => `${family}, ${name}: ${found} of ${samples}`).join('\n')
}

describe('The labelled set of secrets', () => {
  it('the labelled set has at least 150 formats of secrets and 150 harmless look-alikes, each once', () => {
    for (const set of [secretFormats, lookAlikeTexts]) {
      const names = set.map(({ family, name }) => `${family}/${name}`)
      expect(new Set(names).size).toBe(names.length)
      expect(names.length).toBeGreaterThanOrEqual(150)
    }
  })

  it('at least 95 % of the secrets are caught, and nothing is left of them', () => {
    const judged = judgeSecrets(seededRandom(7), samples)
    const missed = judged.filter(({ found }) => found < samples)
    expect(share(judged), namesOf(missed)).toBeGreaterThanOrEqual(0.95)
    // No format is missed by design: chance alone may make a password of letters only.
    expect(namesOf(missed.filter(({ found }) => found < samples / 2))).toBe('')
  })

  it('at most 2 % of the look-alikes are mistaken for secrets', () => {
    const judged = judgeLookAlikes(seededRandom(7), samples)
    expect(share(judged), namesOf(judged.filter(({ found }) => found > 0))).toBeLessThanOrEqual(0.02)
  })

  it('redaction of any mixture is idempotent and leaves nothing to find', () => {
    const all = [
      ...secretFormats.map(
        ({ make }) =>
          (seed: number) =>
            make(randomText(seededRandom(seed))).text,
      ),
    ]
    const likes = lookAlikeTexts.map(
      ({ make }) =>
        (seed: number) =>
          make(randomText(seededRandom(seed))),
    )
    const piece = fc.oneof(
      fc.tuple(fc.constantFrom(...all, ...likes), fc.nat(1000)).map(([make, seed]) => make(seed)),
      fc.constantFrom(' ', '\n', '"', "'", '=', ';', '-p', ' --password ', '/home/al/x', '[redacted:', ']'),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
        const clean = redact(pieces.join(''), '/srv/app')
        expect(findUnwritable(clean)).toBeUndefined()
        expect(redact(clean, '/srv/app')).toBe(clean)
      }),
      { numRuns: propertyRuns(1000) },
    )
  })

  it('a text cannot switch the rules off', () => {
    const token = `ghp_${randomText(seededRandom(1)).base62(36)}`
    expect(withoutSecrets(`// secretlint-disable\n${token}`)).toBe('// secretlint-disable\n[redacted:github_token]')
  })
})
