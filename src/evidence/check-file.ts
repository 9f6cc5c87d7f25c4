import { open } from 'node:fs/promises'
import { insideRoot } from '../files/jail.ts'
import { sha256 as hashOf } from '../files/sha256.ts'
import type { Evidence, Verdict } from './evidence.ts'

const largest = 64 * 1024 * 1024

/**
 * Whether cited lines of a file under the project's folder still have the hash they were cited with. Only what can be
 * compared is judged: without a hash, without a folder, or for kinds of other parts the answer is "unchecked".
 */
export async function checkFileEvidence({ kind, ref, lines, sha256 }: Evidence, root: string | null): Promise<Verdict> {
  if (kind !== 'file' || !root || sha256 === undefined) return 'unchecked'
  const text = await readInside(root, ref)
  if (text === undefined) return 'missing'
  const cited = lines === undefined ? text : linesOf(text, lines)
  if (cited === undefined) return 'missing'
  return hashOf(cited) === sha256 ? 'verified' : 'changed'
}

/** The bytes of a regular file below the root; links that lead outside are treated as absent. */
async function readInside(root: string, ref: string): Promise<Buffer | undefined> {
  const path = await insideRoot(root, ref)
  if (path === undefined) return undefined
  try {
    const file = await open(path, 'r')
    try {
      const about = await file.stat()
      return about.isFile() && about.size <= largest ? await file.readFile() : undefined
    } finally {
      await file.close()
    }
  } catch {
    return undefined
  }
}

/** Lines a to b with their line ends, counted from 1. */
function linesOf(text: Buffer, span: string): Buffer | undefined {
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
