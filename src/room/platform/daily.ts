import { memoryStore } from '../memory/store.ts'
import type { TurnObserver } from '../turns/turn.ts'
import { instant, type PlatformParts } from './parts.ts'

type Parts = Pick<PlatformParts, 'control' | 'clock' | 'issues'>

/** What time alone changes: closed issues are told shorter, memories nobody uses are put away. */
export async function dailyPass(parts: Parts): Promise<void> {
  await parts.issues.fade(parts.clock())
  await memoryStore(parts.control).decay(parts.clock(), false)
}

/** Does it with the first turn of a day. */
export function dailyObserver(parts: Parts): TurnObserver {
  let done = ''
  return async () => {
    const today = instant(parts).slice(0, 10)
    if (done === today) return
    done = today
    await dailyPass(parts)
  }
}
