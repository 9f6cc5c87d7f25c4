import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'

/** How the key of a passphrase is made; written beside what it seals. */
interface Derivation {
  name: 'scrypt'
  N: number
  r: number
  p: number
  /** Base64. */
  salt: string
}

export function newDerivation(): Derivation {
  return { name: 'scrypt', N: 2 ** 15, r: 8, p: 1, salt: randomBytes(16).toString('base64') }
}

export function keyFrom(passphrase: string, { N, r, p, salt }: Derivation): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N, r, p, maxmem: 256 * N * r }
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

/** AES-256-GCM: nonce, sealed text and tag in one base64 text. It opens only under the name it was sealed for. */
export function seal(key: Uint8Array, name: string, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64')
}

/** Undefined when the key is another one, or anything was changed. */
export function unseal(key: Uint8Array, name: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64')
  if (bytes.length < nonceBytes + tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(bytes.length - tagBytes))
  try {
    const text = decipher.update(bytes.subarray(nonceBytes, bytes.length - tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

const nonceBytes = 12
const tagBytes = 16
