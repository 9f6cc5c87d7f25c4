import { LockBusy } from '../../files/lock.ts'
import { sha256 } from '../../files/sha256.ts'
import { dayAt } from '../dates/zone.ts'
import type { TurnedUp } from '../prepare/index/index-homes.ts'
import type { DiarySettings } from '../settings.ts'
import { countDays } from './days.ts'
import { purgeStores, type Stores, transcriptsOfForgotten } from './purge-stores.ts'
import {
  Forgotten,
  listTombstones,
  loadForgotten,
  markDone,
  type Tombstone,
  withForgetLock,
  writePending,
} from './tombstones.ts'

/**
 * Called when transcripts were read: notes where else forgotten sessions turned up, and removes what came into index, search or
 * archive all the same, because it was read while its session was being forgotten.
 */
export async function keepOut(settings: DiarySettings, stores: Stores, turnedUp: readonly TurnedUp[]): Promise<void> {
  const { isEmpty, tombstones } = loadForgotten(settings)
  if (isEmpty) return
  const extended = tombstones.map(tombstone => extend(tombstone, turnedUp, settings.timezone))
  const isNews = (tombstone: Tombstone, at: number) => tombstone !== tombstones[at]
  if (!extended.some(isNews) && transcriptsOfForgotten(stores, new Forgotten(extended)).size === 0) return
  try {
    await withForgetLock(settings, settings.lockTimeoutMs, () => removeStrays(settings, stores, turnedUp))
  } catch (error) {
    // Another process is forgetting; what is left here is removed with the next reading.
    if (!(error instanceof LockBusy)) throw error
  }
}

async function removeStrays(settings: DiarySettings, stores: Stores, turnedUp: readonly TurnedUp[]): Promise<void> {
  const listed = listTombstones(settings).map(({ tombstone, pending }) => ({
    before: tombstone,
    tombstone: extend(tombstone, turnedUp, settings.timezone),
    pending,
  }))
  const found = new Set(
    transcriptsOfForgotten(stores, new Forgotten(listed.map(({ tombstone }) => tombstone))).values(),
  )
  const touched = listed.filter(({ before, tombstone }) => tombstone !== before || found.has(tombstone))
  for (const { tombstone } of touched) await writePending(settings, tombstone)
  if (found.size > 0) await purgeStores(settings, loadForgotten(settings))
  for (const { tombstone, pending } of touched) if (!pending) await markDone(settings, tombstone)
}

/** The same tombstone where nothing new is known of its session. */
function extend(tombstone: Tombstone, turnedUp: readonly TurnedUp[], zone: string): Tombstone {
  const known = new Set(tombstone.paths)
  const isIts = (of: Tombstone) => of.source === tombstone.source && of.session_id === tombstone.session_id
  const found = turnedUp.flatMap(({ tombstone: of, transcript }) =>
    isIts(of) && !known.has(sha256(transcript.key)) ? [transcript] : [],
  )
  if (found.length === 0) return tombstone
  const turnIds = new Set(tombstone.turn_ids)
  const days = found.flatMap(({ sessionId, turns }) =>
    turns
      .filter(({ uuid }) => uuid === null || !turnIds.has(sha256(uuid)))
      .map(({ at }) => ({ date: dayAt(at, zone), sessionId })),
  )
  return {
    ...tombstone,
    session_ids: union(
      tombstone.session_ids,
      found.map(({ sessionId }) => sessionId),
    ),
    paths: union(
      tombstone.paths,
      found.map(({ key }) => sha256(key)),
    ),
    turn_ids: union(
      tombstone.turn_ids,
      found.flatMap(each => each.turnIds.map(sha256)),
    ),
    days: countDays(days, tombstone.days),
  }
}

function union(some: readonly string[], others: readonly string[]): string[] {
  return [...new Set([...some, ...others])]
}
