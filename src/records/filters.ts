import { z } from 'zod'
import { State, Type } from './schema.ts'

/** An empty filter matches everything. */
export const Filters = { types: z.array(Type).max(50).optional(), states: z.array(State).optional() }

export function filterOf({ types = [], states = [] }: { types?: string[] | undefined; states?: string[] | undefined }) {
  return {
    anyState: states.length === 0 ? 1 : 0,
    states,
    anyType: types.length === 0 ? 1 : 0,
    types: types.map(typeKey),
  } as const
}

export function typeKey(type: string): string {
  return type.trim().toLowerCase()
}
