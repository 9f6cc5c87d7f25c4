const encoder = new TextEncoder()

/** The longest beginning of at most so many bytes that ends between code points; nothing is added to it. */
export function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read)
}
