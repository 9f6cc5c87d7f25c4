import { isDeepStrictEqual } from 'node:util'
import type { Room } from '../room.ts'
import type { DoneCheck } from './recipe.ts'
import type { Cache, RunRecord } from './records.ts'
import { RefUnresolved, resolveRefs } from './refs.ts'

/** Every check with its result; all of them are made. */
export async function checkDone(room: Room, checks: readonly DoneCheck[], cache: Cache): Promise<RunRecord['dod']> {
  const snapshot = await room.workspace.vfs.snapshot()
  return checks.map(check => {
    if (check.check === 'file_exists') return { ...check, ok: 'file' in snapshot.resolve(check.path) }
    const value = heldBy(cache, check.slot)
    if (check.check === 'slot_not_null') return { ...check, ok: !isNothing(value) }
    return { ...check, ok: isDeepStrictEqual(fieldOf(value, check.field), check.expected) }
  })
}

/** Of a tool its data, of an agent the whole artifact. */
function heldBy(cache: Cache, name: string): unknown {
  const slot = cache[name]
  return slot?.type === 'pointer' ? slot.data : slot
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || Object(value).text === ''
}

function fieldOf(value: unknown, field: string): unknown {
  try {
    return resolveRefs({ $ref: `slot.${field}` }, new Map([['slot', value]]))
  } catch (error) {
    if (error instanceof RefUnresolved) return undefined
    throw error
  }
}
