import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { formatInZone } from '../dates/wall-clock.ts'
import { isStoredObject, jsonIn, lineText, readText } from './json-file.ts'
import type { Workspace } from './open.ts'

/** Who wrote what; the newest line about a ref counts, and lines about nothing are passed over. */
export interface Provenance {
  by: string
  operation: string
  project_key?: string
  session_ref?: string
  turn_ref?: string
  work_item_ref?: string
}

/** Appended and synced before the write it tells of, so that no written thing lacks its line. */
export async function recordProvenance(workspace: Workspace, now: number, lines: readonly Provenance[]): Promise<void> {
  const at = formatInZone(now, workspace.metadata?.timezone ?? 'UTC')
  const file = await open(join(workspace.root, 'provenance.jsonl'), 'a+', 0o600)
  try {
    // A process that died while appending may have left half a line.
    const torn = await endsInsideLine(file)
    await file.appendFile(`${torn ? '\n' : ''}${lines.map(line => lineText({ at, ...line })).join('')}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function readProvenance({ root }: Workspace): Promise<Array<Provenance & { at: string }>> {
  const text = await readText(join(root, 'provenance.jsonl'))
  return (typeof text === 'string' ? text.split('\n') : []).flatMap(line => {
    const value = jsonIn(line)
    const whole = isStoredObject(value) && ['at', 'by', 'operation'].every(key => typeof value[key] === 'string')
    // Written by recordProvenance; the refs are compared, never trusted.
    return whole ? [value as unknown as Provenance & { at: string }] : []
  })
}

/** Who wrote a chain or an item last, by the refs it has. */
export function authorsIn(
  lines: readonly Provenance[],
): (what: Omit<Provenance, 'by' | 'operation'>) => string | undefined {
  const authors = new Map(lines.map(line => [artifactKey(line), line.by]))
  return what => authors.get(artifactKey(what))
}

function artifactKey({ project_key, session_ref, turn_ref, work_item_ref }: Omit<Provenance, 'by' | 'operation'>) {
  return JSON.stringify([project_key, session_ref, turn_ref, work_item_ref])
}

async function endsInsideLine(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await file.stat()
  if (size === 0) return false
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== 0x0a
}
