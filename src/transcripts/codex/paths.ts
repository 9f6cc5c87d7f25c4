import { join } from 'node:path'
import { namedPlaces } from '../places.ts'
import type { FileForm, Place, Places, Surroundings } from '../reader.ts'

export function codexPlaces(surroundings: Surroundings): Places {
  return namedPlaces(surroundings, 'DAYBOOK_CODEX_ROOTS') ?? defaultPlaces(surroundings)
}

/** The client's own list of prompts and of sessions lie near the rollouts and are none. */
const otherFiles = new Set(['history.jsonl', 'session_index.jsonl'])

export function codexForm(relative: string, { explicit }: Place): FileForm | null {
  const name = nameOf(relative)
  if (otherFiles.has(name) || !(explicit || name.startsWith('rollout-'))) return null
  if (name.endsWith('.jsonl')) return 'lines'
  return name.endsWith('.jsonl.zst') ? 'zst' : null
}

/** The session a rollout's name speaks of. */
export function uuidInName(relative: string): string | null {
  const match = /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_|\.)/i
  return match.exec(nameOf(relative))?.[1]?.toLowerCase() ?? null
}

export function stemOf(relative: string): string {
  return nameOf(relative).replace(/\.jsonl(\.zst)?$/, '')
}

function defaultPlaces({ env, home }: Surroundings): Places {
  const base = env.CODEX_HOME?.trim() || join(home, '.codex')
  const places = ['sessions', 'archived_sessions'].map(name => ({ path: join(base, name), explicit: false }))
  return { disabled: false, places }
}

function nameOf(relative: string): string {
  return relative.slice(relative.lastIndexOf('/') + 1)
}
