import { createHmac, timingSafeEqual } from 'node:crypto'
import { sha256 } from '../files/sha256.ts'
import { canonical } from './canonical.ts'

export const keyBytes = 32

/** A secret and the name under which receipts mention it. */
export interface Key {
  id: string
  bytes: Uint8Array
}

export function keyOf(bytes: Uint8Array): Key {
  return { id: sha256(bytes).slice(0, 16), bytes }
}

/** HMAC-SHA256 over the canonical bytes. */
export function sign(key: Key, value: object): string {
  return createHmac('sha256', key.bytes).update(canonical(value)).digest('hex')
}

export function isSignedBy(key: Key, value: object, signature: string): boolean {
  const [right, given] = [Buffer.from(sign(key, value)), Buffer.from(signature)]
  return right.length === given.length && timingSafeEqual(right, given)
}

/** A file of the audit that cannot be written without the key: its fields and their `mac`. */
export type Sealed<T extends object> = T & { mac: string }

export function seal<T extends object>(key: Key, fields: T): Sealed<T> {
  return { ...fields, mac: sign(key, fields) }
}

export function isSealedBy(key: Key, { mac, ...fields }: Sealed<object>): boolean {
  return isSignedBy(key, fields, mac)
}
