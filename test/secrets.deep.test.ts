import { beforeAll, describe, expect, it } from 'vitest'
import { withoutSecrets } from '../src/evidence/secrets.ts'

describe('Looking for secrets takes time that grows with the text only', () => {
  const honest = 'Read src/auth/token.ts, ran npm test -- src/auth: 12 passed. password: string became Secret.\n'
  const size = 1_000_000
  let least = 0

  beforeAll(() => {
    least = Math.min(...[1, 2, 3].map(() => cpuMs(honest.repeat(size / honest.length))))
  })

  it.each([
    ...['a', 'a.', 'password=', 'Password=', '_KEY=a', 'AccountKey=', "password='", 'token: "', ';Password=a', 'echo '],
    ...['sk-', 'glpat-', 'xoxb-', 'SG.', 'eyJ-', 'a://b:', 'a://:b', 'bearer a', 'cookie: a=', 'authorization: '],
    ...['mysql a -p', 'curl -u ', 'docker a login -p', 'CREATE USER a ', '--a-b-c-', ':5432:', '?sig=', '$6$', '"d":"'],
    ...[
      'https://a/hooks/',
      'https://a.logic.azure.com/workflows/',
      'M'.repeat(25),
      'AAAA',
      '0',
      'PuTTY-User-Key-File-3:',
    ],
    ...['-----BEGIN PRIVATE KEY-----', 'LS0tLS1CRUdJTiBQUklWQVRF', '\n', ' ', '\\"', '[redacted:a]'],
  ])('1 MB of %j', piece => {
    const took = cpuMs(piece.repeat(size / piece.length))
    expect(took).toBeLessThan(Math.max(50 * least, 3000))
  })

  /** Of this process, which a busy machine does not add to. */
  function cpuMs(text: string): number {
    const started = process.cpuUsage()
    withoutSecrets(text)
    return process.cpuUsage(started).user / 1000
  }
})
