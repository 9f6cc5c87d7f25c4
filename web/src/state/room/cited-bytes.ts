import type { Cited } from './quoted-lines.ts'

/** Whether the cited bytes are unchanged; null if the browser cannot hash, as on plain HTTP. */
export async function isUnchanged(
  { content, size_bytes }: { content: string; size_bytes: number },
  cited: Cited,
  sha256: string,
): Promise<boolean | null> {
  if (!('start_byte' in cited) || !globalThis.crypto?.subtle) return null
  const text = new TextEncoder().encode(content)
  const mark = Math.max(0, size_bytes - text.length)
  const bytes = text.slice(Math.max(0, cited.start_byte - mark), Math.max(0, cited.end_byte - mark))
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map(byte => byte.toString(16).padStart(2, '0')).join('') === sha256
}
