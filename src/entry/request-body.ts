import { isUtf8 } from 'node:buffer'

/** Larger than any valid call: the longest body, escaped character by character, stays below half of it. */
export const bodyLimit = 4 * 1024 * 1024

/** The whole body, or undefined when it is too large; what is too large is never held in memory. */
export async function limitedBytes(request: Request, limit = bodyLimit): Promise<Uint8Array | undefined> {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  if (length <= limit) return new Uint8Array(await request.arrayBuffer())
  if (length > drainLimit) return undefined
  const reader = request.body?.getReader()
  const pieces: Uint8Array[] = []
  let size = 0
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    size += piece.value.length
    if (size <= limit) pieces.push(piece.value)
    if (size > drainLimit) break
  }
  return size <= limit ? Buffer.concat(pieces) : undefined
}

/** A client still sending may never see the answer, so what is a little too large is read to its end. */
const drainLimit = 4 * bodyLimit

/** The value in a JSON text, or undefined. Bytes that are not UTF-8 are refused: a decoder would replace them. */
export function parseJson(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) return undefined
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  } catch {
    return undefined
  }
}
