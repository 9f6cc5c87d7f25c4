import { join } from 'node:path'
import { redact } from '../../evidence/secrets.ts'
import { appendDurably } from '../../files/append-log.ts'
import { isObject, jsonIn } from '../../kernel/json.ts'
import type { DiaryContext } from '../context.ts'
import { formatInZone } from '../dates/zone.ts'
import { lineText, readText } from './json-file.ts'
import type { Workspace } from './open.ts'

/** Who wrote what; the newest line about a ref counts, and unreadable lines are skipped. */
export interface Provenance {
  by: string
  operation: string
  project_key?: string
  session_ref?: string
  turn_ref?: string
  work_item_ref?: string
  /** SHA-256 of the files of the report that the write replaced, by their names. */
  files?: { [name: string]: string }
}

/** Appended and synced before the write itself, so that nothing is written without its line. */
export async function recordProvenance(workspace: Workspace, now: number, lines: readonly Provenance[]): Promise<void> {
  const at = formatInZone(now, workspace.metadata?.timezone ?? 'UTC')
  const text = lines.map(line => lineText({ at, ...line })).join('')
  await appendDurably(join(workspace.root, 'provenance.jsonl'), text, { endTornLine: true })
}

export async function readProvenance({ root }: Workspace): Promise<Array<Provenance & { at: string }>> {
  const text = await readText(join(root, 'provenance.jsonl'))
  return (typeof text === 'string' ? text.split('\n') : []).flatMap(line => {
    const value = jsonIn(line)
    const whole = isObject(value) && ['at', 'by', 'operation'].every(key => typeof value[key] === 'string')
    // Written by recordProvenance; the refs are compared, never trusted.
    return whole ? [value as unknown as Provenance & { at: string }] : []
  })
}

/** Who wrote a chain or an item last, by the refs it has. */
export function authorsIn(lines: readonly Provenance[]): (what: ArtifactRefs) => string | undefined {
  const authors = new Map(lines.map(line => [artifactKey(line), line.by]))
  return what => authors.get(artifactKey(what))
}

type ArtifactRefs = Pick<Provenance, 'project_key' | 'session_ref' | 'turn_ref' | 'work_item_ref'>

function artifactKey({ project_key, session_ref, turn_ref, work_item_ref }: ArtifactRefs) {
  return JSON.stringify([project_key, session_ref, turn_ref, work_item_ref])
}

/** Who is named in the provenance of a write: what DAYBOOK_ACTOR says, else the transport and the client that called. */
export function writerOf({ diary, call }: Pick<DiaryContext, 'diary' | 'call'>): string {
  const named = diary.actor ?? call.by ?? 'unknown'
  return redact([...named.replace(/\p{Cc}/gu, '')].slice(0, 80).join('')) || 'unknown'
}
