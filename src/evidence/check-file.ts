import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { insideRoot } from '../files/jail.ts'
import { sha256 as hashOf } from '../files/sha256.ts'
import type { Evidence, EvidenceVerdict } from './evidence.ts'

const maxFileBytes = 64 * 1024 * 1024

/**
 * Whether cited lines of a file under the project's folder still have the hash they were cited with. Only what can be
 * compared is judged: without a hash, without a folder, or for kinds of other parts the answer is "unchecked".
 */
export async function checkFileEvidence(
  { kind, ref, lines, sha256 }: Evidence,
  root: string | null,
): Promise<EvidenceVerdict> {
  if (kind !== 'file' || !root || sha256 === undefined) return 'unchecked'
  const cited = await readCitedFile(root, ref, lines)
  if (cited === undefined) return 'missing'
  return hashOf(cited) === sha256 ? 'verified' : 'changed'
}

/** The cited lines of a file below the root, or all of it; undefined where they are not there. */
export async function readCitedFile(root: string, ref: string, lines: string | undefined): Promise<Buffer | undefined> {
  const text = await readInside(root, ref)
  return text && citedLines(text, lines)
}

/** The bytes of a regular file below the root; links that lead outside are treated as absent. */
async function readInside(root: string, ref: string): Promise<Buffer | undefined> {
  const path = await insideRoot(root, ref)
  if (path === undefined) return undefined
  try {
    // Opening a pipe would wait for its writer.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const about = await file.stat()
      return about.isFile() && about.size <= maxFileBytes ? await file.readFile() : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** Lines a to b with their line ends, counted from 1; without a span all of the text. */
export function citedLines(text: Buffer, span: string | undefined): Buffer | undefined {
  if (span === undefined) return text
  const [first = 0, last = 0] = span.split('-').map(Number)
  let line = 1
  let from = first === 1 ? 0 : -1
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) {
    if (line === last) return from < 0 ? undefined : text.subarray(from, at + 1)
    line++
    if (line === first) from = at + 1
  }
  return line === last && from >= 0 && from < text.length ? text.subarray(from) : undefined
}
