const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An unguessable name: `prefix_` and 22 characters of 62, about 131 bits. */
export function makeHandle(prefix: string, random: (size: number) => Uint8Array = randomBytes): string {
  let name = ''
  while (name.length < 22) {
    for (const byte of random(32)) {
      // 248 = 4 × 62: bytes above it would favour the first characters of the alphabet.
      if (byte < 248 && name.length < 22) name += alphabet[byte % 62]
    }
  }
  return `${prefix}_${name}`
}

function randomBytes(size: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(size))
}
