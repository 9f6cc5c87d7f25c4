import { sha256 } from '../../files/sha256.ts'
import type { FileText, PathFault, SpanHash } from './vfs.ts'

/** Raw bytes as text: strict UTF-8, one leading byte order mark dropped. */
export function textOf(path: string, bytes: Uint8Array): FileText | { fault: PathFault } {
  const content = decode(bytes)
  if (content === undefined) return { fault: { code: 'file_not_text' } }
  return { path, content, lines: splitLines(content), sha256: sha256(bytes), size_bytes: bytes.length }
}

/** Lines end at CRLF, LF or CR; a final terminator opens no further line, and an empty text has none. */
export function splitLines(content: string): string[] {
  const lines = content.split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

export function spanHash(lines: readonly string[]): SpanHash {
  return sha256(lines.join('\n'))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}
