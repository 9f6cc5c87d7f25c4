import type { z } from 'zod'
import { sha256 } from '../../files/sha256.ts'
import { FileClass as FileClassSchema, type TreeFile } from '../schema.ts'
import type { Template } from './template.ts'

export const fileClasses = FileClassSchema.options
export type FileClass = (typeof fileClasses)[number]

/** One file of the tree. Paths are relative to the workspace, with forward slashes, in NFC. */
export type VfsFile = z.output<typeof TreeFile>

export type PathFaultCode =
  | 'path_invalid'
  | 'path_denied'
  | 'path_ambiguous'
  | 'file_not_found'
  | 'file_too_large'
  | 'file_not_text'

/** Why a path gave no file. Carries paths of the tree only, never what was asked for and never file text. */
export interface PathFault {
  code: PathFaultCode
  /** Paths it could have meant. */
  candidates?: string[]
}

export type Resolved = { file: VfsFile; resolved: 'exact' | 'case' | 'basename' } | { fault: PathFault }

/** A file read once: its lines without terminators, counted from 1 outside of this array. */
export interface FileText {
  path: string
  /** The raw bytes as text, one leading byte order mark dropped. */
  content: string
  lines: readonly string[]
  /** Of the raw bytes. */
  sha256: string
  size_bytes: number
}

/** The tree at one moment; one tool run and one evidence check use one of these throughout. */
export interface Snapshot {
  /** In tree order: the outline, Canon.md, then bytewise by path. */
  files: readonly VfsFile[]
  folders: readonly string[]
  outlinePath: string | null
  /** A story where it is absent. */
  template?: Template | undefined
  truncated: boolean
  warnings: readonly { path: string; reason: string }[]
  /** The jail: the only way from a caller's text to a file. */
  resolve(path: unknown): Resolved
  /** Reads a file of this snapshot through the checks of the jail. */
  read(file: VfsFile): Promise<FileText | { fault: PathFault }>
}

export interface Vfs {
  /** At most a second old. */
  snapshot(): Promise<Snapshot>
}

/** SHA-256 of cited lines joined by LF, lowercase hex. */
type SpanHash = string

/** The same tree without these files and the files in these folders. */
export function withoutPaths(snapshot: Snapshot, blocked: readonly string[]): Snapshot {
  if (blocked.length === 0) return snapshot
  const isBlocked = ({ path }: VfsFile) =>
    blocked.some(each => path === each || path.startsWith(each.endsWith('/') ? each : `${each}/`))
  const denied = { fault: { code: 'path_denied' as const } }
  const { outlinePath } = snapshot
  const files = snapshot.files.filter(file => !isBlocked(file))
  return {
    ...snapshot,
    files,
    outlinePath: files.some(({ path }) => path === outlinePath) ? outlinePath : null,
    resolve(path) {
      const found = snapshot.resolve(path)
      return 'file' in found && isBlocked(found.file) ? denied : found
    },
    read: async file => (isBlocked(file) ? denied : snapshot.read(file)),
  }
}

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
