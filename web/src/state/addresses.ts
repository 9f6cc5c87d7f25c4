import { useParams } from '@tanstack/react-router'
import { textsIn } from '../../../src/kernel/json.ts'
import type { ActivityType } from '../../../src/records/activity-types.ts'
import { activityTypes } from '../../../src/records/activity-types.ts'
import { type State, states } from '../../../src/records/states.ts'
import { facetNamed } from './search/facet-named.ts'
import type { Facet } from './search/facets.ts'

/** The project in the URL; every screen below the shell has one. */
export function useProject(): string {
  return useParams({ strict: false }).project ?? ''
}

export function useRecordId(): string {
  return useParams({ strict: false }).id ?? ''
}

// The search parameters of each screen. Unknown ones are dropped, never an error.

type Given = { [key: string]: unknown }

export interface SearchAddress {
  q?: string
  states?: State[]
  types?: string[]
  under?: string
  meta?: { [key: string]: string }
}

/** What is looked for in all parts, and the part whose hits are shown alone. */
export function everythingSearch(given: Given): { q?: string; in?: Facet } {
  const facet = facetNamed(given.in)
  return { ...word('q', given.q), ...(facet && { in: facet }) }
}

export function searchSearch(given: Given): SearchAddress {
  const chosen = textsIn(given.states).filter((state): state is State => states.some(known => known === state))
  const types = textsIn(given.types)
  const meta = pairs(given.meta)
  return {
    ...word('q', given.q),
    ...(chosen.length > 0 && { states: chosen }),
    ...(types.length > 0 && { types }),
    ...word('under', given.under),
    ...(Object.keys(meta).length > 0 && { meta }),
  }
}

export const sessionFilters = ['open', 'active', 'stale', 'closed'] as const
export type SessionFilter = (typeof sessionFilters)[number]

export function sessionsSearch({ status }: Given): { status?: SessionFilter } {
  const filter = sessionFilters.find(known => known === status)
  return filter ? { status: filter } : {}
}

export interface ActivityAddress {
  types?: ActivityType[]
  record?: string
  session?: string
}

export function activitySearch(given: Given): ActivityAddress {
  const types = activityTypes.filter(type => textsIn(given.types).includes(type))
  return { ...(types.length > 0 && { types }), ...word('record', given.record), ...word('session', given.session) }
}

export function newSearch({ parent }: Given): { parent?: string } {
  return word('parent', parent)
}

export const recordViews = ['text', 'context'] as const
export type RecordView = (typeof recordViews)[number]

export function recordSearch({ edit, view }: Given): { edit?: true; view?: RecordView } {
  const shown = recordViews.find(known => known === view)
  return { ...(edit === true && { edit }), ...(shown && shown !== 'text' && { view: shown }) }
}

export interface HistoryAddress {
  from?: string
  to?: string
  split?: true
}

export function historySearch(given: Given): HistoryAddress {
  return { ...word('from', given.from), ...word('to', given.to), ...(given.split === true && { split: true }) }
}

function word<K extends string>(key: K, value: unknown): { [key in K]?: string } {
  const text = typeof value === 'number' ? String(value) : value
  // The computed key is K by construction.
  return (typeof text === 'string' && text !== '' ? { [key]: text } : {}) as { [key in K]?: string }
}

function pairs(value: unknown): { [key: string]: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]))
}
