import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../test/support/property-runs.ts'
import { longRun } from './secret-rules/rule.ts'
import { findUnwritable, redact } from './secrets.ts'

const letters = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6h'

// Assembled here so that no scanner takes this file for a leak.
const samples: Array<[kind: string, text: string]> = [
  ['private_key', `${'-----BEGIN RSA '}PRIVATE KEY-----\nabc\n${'-----END RSA '}PRIVATE KEY-----`],
  ['url_credentials', `postgres://${'user'}:${'pa55'}@db/x`],
  ['aws_access_key', `AK${'IA'}ABCDEFGHIJKLMNOP`],
  ['github_token', `gh${'p_'}${letters.slice(0, 36)}`],
  ['github_token', `github_${'pat_'}${letters.slice(0, 22)}`],
  ['gitlab_token', `gl${'pat-'}${letters.slice(0, 20)}`],
  ['api_key', `s${'k-'}${letters.slice(0, 24)}`],
  ['slack_token', `xo${'xb-'}1234567890-abc`],
  ['google_api_key', `AI${'za'}${letters.slice(0, 35)}`],
  ['npm_token', `np${'m_'}${letters.slice(0, 36)}`],
  ['stripe_key', `s${'k_live_'}${letters.slice(0, 20)}`],
  ['huggingface_token', `h${'f_'}${letters.slice(0, 32)}`],
  ['jwt', `ey${'J'}hbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2Q`],
  ['bearer_token', `Authorization: Bearer ${letters.slice(0, 20)}`],
  ['assigned_secret', `password = "${'hunter22'}x"`],
]

describe('What must not be written', () => {
  it('a secret is looked for on lines with a long run of characters, and found where a pattern would find it', () => {
    const parts = fc.constantFrom('a', 'Zz_-9', letters, letters.slice(0, 19), ' ', '\n', 'é', '.')
    fc.assert(
      fc.property(fc.array(parts), fc.nat(60), (all, from) => {
        const pattern = /[A-Za-z0-9_-]{20}/g
        pattern.lastIndex = from
        expect(longRun(20)(all.join(''), from)).toBe(pattern.exec(all.join(''))?.index ?? -1)
      }),
    )
  })

  it.each(samples)('a %s is found and named, never kept', (kind, text) => {
    const around = `before ${text} after`
    expect(findUnwritable(around)).toEqual({ kind, what: 'secret' })
    const clean = redact(around)
    expect(clean).toContain(`[redacted:${kind}]`)
    expect(findUnwritable(clean)).toBeUndefined()
  })

  it.each(['/home/al/x', 'see (/root/a/b)', 'C:\\Users\\al\\x.ts', 'D:/Users/al/x', '/Users/al/x'])(
    'a path below a home is found: %s',
    text => expect(findUnwritable(text)).toEqual({ kind: 'path', what: 'path' }),
  )

  it.each(['see (/tmp/a/b)', '/etc/nginx/nginx.conf', 'C:\\Windows\\win.ini'])(
    'a path that names no person is allowed: %s',
    text => expect(findUnwritable(text)).toBeUndefined(),
  )

  it.each([
    'token: undefined',
    'https://host/home/x',
    'a:/b',
    '~/notes',
    'src/home/x.ts',
    'password: short1',
    '/srv/x',
  ])('an ordinary text is left alone: %s', text => {
    expect(findUnwritable(text)).toBeUndefined()
    expect(redact(text)).toBe(text)
  })

  it('paths of the project become relative, others keep their last part only', () => {
    expect(redact('edit /home/al/app/src/a.ts and /home/al/app', '/home/al/app')).toBe('edit src/a.ts and .')
    expect(redact('not /home/al/app2/a.ts', '/home/al/app')).toBe('not …/a.ts')
    expect(redact('C:\\Users\\al\\my app')).toBe('…/my app')
  })

  it('a key without an end is removed to the end of the text', () => {
    expect(redact(`x ${'-----BEGIN '}PRIVATE KEY-----\nabc\ndef`)).toBe('x [redacted:private_key]')
  })

  it('redaction is idempotent and leaves nothing to find, whatever it is given', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(...samples.map(([, text]) => text), '/home/al/x', 'token=', ' ', '\n', ':', '@'),
    )
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.constantFrom(undefined, '/home/al', '/srv/app'),
        (pieces, root) => {
          const clean = redact(pieces.join(''), root)
          expect(findUnwritable(clean)).toBeUndefined()
          expect(redact(clean, root)).toBe(clean)
        },
      ),
      { numRuns: propertyRuns(2000) },
    )
  })

  it('tokens that follow each other are each replaced', () => {
    const part = `ey${'J'}hbGciOiJI`
    expect(redact(Array.from({ length: 6 }, () => part).join('.'))).toBe('[redacted:jwt].[redacted:jwt]')
  })

  it('a root of the whole file system makes nothing relative', () => {
    expect(redact('cd /srv/app and /home/al/x', '/')).toBe('cd /srv/app and …/x')
  })

  it.each(['a.', 'ab-', 'password=', 'eyJ-', 'a://b:', 'bearer ', '/home/', 'sk-', 'token: "'])(
    'What must not be written takes no longer than the text is long, whatever it repeats: %j',
    piece => {
      const started = process.cpuUsage()
      redact(piece.repeat(300_000 / piece.length), '/srv/app')
      // In microseconds of this process, which a busy machine does not add to.
      expect(process.cpuUsage(started).user).toBeLessThan(15_000_000)
    },
  )
})
