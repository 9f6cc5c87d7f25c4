import fc from 'fast-check'
import { expect, it } from 'vitest'
import { propertyRuns } from '../../../test/support/property-runs.ts'
import { secretRules } from '../secrets.ts'
import { findWithRule } from './rule.ts'

const mixed = 'Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z'
const basic = Buffer.from('bob:correct horse 9').toString('base64')

// Put together here, so that no scanner takes this file for a leak: one for each rule at least, in their order.
const samples = [
  `${'-----BEGIN '}RSA PRIVATE KEY-----\nabc\n${'-----END '}RSA PRIVATE KEY-----`,
  `postgres:${'//'}user:pa55w0rd@db/x`,
  `AK${'IA'}ABCDEFGHIJKLMNOP`,
  `gh${'o_'}${mixed.slice(0, 36)}`,
  `gl${'pat-'}${mixed.slice(0, 20)}`,
  `s${'k-'}${mixed.slice(0, 24)}`,
  `xo${'xb-'}1234567890-abc`,
  `AI${'za'}${mixed.slice(0, 35)}`,
  `np${'m_'}${mixed.slice(0, 36)}`,
  `s${'k_live_'}${mixed.slice(0, 20)}`,
  `h${'f_'}${mixed.slice(0, 32)}`,
  `ey${'J'}hbGciOiJI.eyJzdWIiOiIx.SflKxwRJSMeKKF2Q`,
  `Bea${'rer'} ${mixed.slice(0, 20)}`,
  ...['password', 'pwd', 'secret', 'token', 'api_key', 'credentials', 'connection_string', 'otp_seed'].map(
    name => `${name} = "${mixed.slice(0, 24)}"`,
  ),
  ...['jsessionid', 'phpsessid', 'db_pw', 'http_auth', 'mnemonic'].map(name => `${name} = "${mixed.slice(0, 24)}"`),
  `${'PuTTY-User'}-Key-File-3: ssh-rsa\nPrivate-MAC: 0a1b`,
  `${'---- BEGIN'} SSH2 PRIVATE KEY ----\nabc\n${'---- END'} SSH2 PRIVATE KEY ----`,
  Buffer.from(`${'-----BEGIN '}OPENSSH PRIVATE KEY-----`).toString('base64'),
  `"${'d'}": "${mixed.slice(0, 44)}"`,
  `$${'2b$'}10$${mixed.slice(0, 30)}`,
  `https:${'//hooks.'}slack.com/services/T0ABCDEF/B0ABCDEF/${mixed.slice(0, 12)}`,
  `dbk${'_'}${mixed.slice(0, 22)}`,
  `Authori${'zation'}: token ${mixed.slice(0, 24)}`,
  `"${'auth'}": "${basic}"`,
  `Ba${'sic'} ${basic}`,
  `Set-Coo${'kie'}: sid=${mixed.slice(0, 24)}`,
  `curl --${'cookie'} "sid=${mixed.slice(0, 24)}"`,
  `curl -${'b'} "sid=${mixed.slice(0, 24)}"`,
  `redis:${'//:'}pa55w0rd@db`,
  ...['sig', 'x-amz-signature', 'access_token', 'api_key', 'code', 'secret', 'auth', 'sas'].map(
    name => `https://host/x?${name}=${mixed.slice(0, 30)}`,
  ),
  `Server=db; ${'Pass'}word=pa55w0rd`,
  `Endpoint=x;${'Shared'}AccessKey=${mixed.slice(0, 30)}`,
  `<add key="Db${'Pass'}word" value="${mixed.slice(0, 12)}"/>`,
  `the ${'pass'}code is ${mixed.slice(0, 12)}`,
  `the ${'api'} key is ${mixed.slice(0, 12)}`,
  `AWS_SECRET_${'ACCESS'}_KEY is '${mixed.slice(0, 40)}'`,
  `${'jwt'}.sign(user, "${mixed.slice(0, 12)}")`,
  `${'login'}("bob", "${mixed.slice(0, 12)}")`,
  `mysql -u root -${'p'}${mixed.slice(0, 10)}`,
  `CREATE USER bob ${'IDENTIFIED'} BY '${mixed.slice(0, 10)}'`,
  `machine host login bob ${'pass'}word ${mixed.slice(0, 10)}`,
  `db.example:${'5432'}:main:bob:${mixed.slice(0, 10)}`,
]

const someSample = fc
  .tuple(fc.constantFrom(...samples), fc.constantFrom('as it is', 'small', 'large'))
  .map(([text, way]) => {
    if (way === 'small') return text.toLowerCase()
    return way === 'large' ? text.toUpperCase() : text
  })
const someText = fc
  .array(fc.oneof(someSample, fc.lorem({ maxCount: 4 }), fc.string({ unit: 'binary', maxLength: 6 })), { maxLength: 6 })
  .chain(parts => fc.constantFrom(' ', '\n', '', '"').map(between => parts.join(between)))

it('every secret contains a keyword of its rule, so a text without keywords need not be searched', () => {
  fc.assert(
    fc.property(someText, text => {
      const small = text.toLowerCase()
      for (const rule of secretRules) expect([...findWithRule(rule, text, small)]).toEqual([...rule.find(text)])
    }),
    { numRuns: propertyRuns(500) },
  )
})

it('the samples have a secret for every rule, and an ordinary text has keywords of few', () => {
  const hit = secretRules.filter(({ find }) => samples.some(sample => [...find(sample)].length > 0))
  expect(hit).toHaveLength(secretRules.length)
  const text = 'The parser reads one line after the other and keeps what it needs.'
  const asked = secretRules.filter(({ keywords }) => keywords.some(word => text.toLowerCase().includes(word)))
  expect(asked).toHaveLength(1)
})
