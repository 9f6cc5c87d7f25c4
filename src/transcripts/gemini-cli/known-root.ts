import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Beside, TranscriptFile } from '../reader.ts'
import { isObject, objectAt } from '../record.ts'
import { projectOf } from './paths.ts'

/** The root that the client's list of projects gives for the folder a conversation lies in. */
export function geminiRoot(file: TranscriptFile): string | null {
  const project = projectOf(file)
  return project ? (rootsIn(project.registry).get(project.id) ?? null) : null
}

/** A conversation is read again when its project's root becomes another, not when the list grows. */
export function geminiBeside(file: TranscriptFile): Beside | null {
  const root = geminiRoot(file)
  return root === null ? null : { mark: createHash('sha256').update(root).digest('hex').slice(0, 16), changedNs: 0n }
}

/** The list as it was last read, since every conversation asks for it. */
let read: { registry: string; state: string; roots: Map<string, string> } | undefined

function rootsIn(registry: string): Map<string, string> {
  const stat = statSync(registry, { bigint: true, throwIfNoEntry: false })
  const state = stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs}` : ''
  if (read?.registry !== registry || read.state !== state) {
    read = { registry, state, roots: stat ? listed(registry) : new Map() }
  }
  return read.roots
}

function listed(registry: string): Map<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(registry, 'utf8'))
    const projects = isObject(value) ? objectAt(value, 'projects') : undefined
    const named = Object.entries(projects ?? {}).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
    return new Map(named.map(([root, id]) => [id, root]))
  } catch {
    return new Map()
  }
}
