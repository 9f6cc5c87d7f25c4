import { isUtf8 } from 'node:buffer'

/** The value in a JSON text, or undefined. Bytes that are not UTF-8 are refused: a decoder would replace them. */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return undefined
  }
}
