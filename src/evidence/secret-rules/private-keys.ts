import { matching, type SecretRule } from './rule.ts'

/** Beginnings of PEM files of private keys, as base64 writes them. */
const encodedBeginnings = ['', 'RSA ', 'EC ', 'DSA ', 'OPENSSH ', 'ENCRYPTED ', 'PGP '].map(kind => {
  const begin = Buffer.from(`-----BEGIN ${kind}PRIVATE KEY`)
  return begin.subarray(0, begin.length - (begin.length % 3)).toString('base64')
})

/** Private keys in other forms than PEM. */
export const privateKeyRules: readonly SecretRule[] = [
  matching('private_key', /PuTTY-User-Key-File-\d:(?:[\s\S]*?Private-MAC: *[0-9a-f]+|[\s\S]*$)/g),
  matching(
    'private_key',
    /---- BEGIN SSH2 (?:ENCRYPTED )?PRIVATE KEY ----(?:[\s\S]*?---- END SSH2 (?:ENCRYPTED )?PRIVATE KEY ----|[\s\S]*$)/g,
  ),
  matching('private_key', new RegExp(`(?:${encodedBeginnings.join('|')})[A-Za-z0-9+/=]*`, 'g')),
  // The private part of a JSON web key.
  matching(
    'private_key',
    /\\?"(?:d|p|q|dp|dq|qi|k)\\?"\s{0,4}:\s{0,4}\\?"(?<value>[A-Za-z0-9_-]{40}[A-Za-z0-9_-]*)\\?"/g,
  ),
  matching(
    'password_hash',
    /(?<![\w$])\$(?:1|2[aby]|5|6|7|y|apr1|argon2(?:id?|d)|scrypt|pbkdf2-sha\d{1,3})\$[A-Za-z0-9./$=,+]{20}[A-Za-z0-9./$=,+]*/g,
  ),
]
