import type { Evidence, Verdict } from '../../evidence/evidence.ts'
import { LockBusy } from '../../files/lock.ts'
import type { DiarySettings } from '../settings.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { checkLines, checkWorkItem } from './check-ref.ts'
import { diaryRefIn } from './diary-ref.ts'

/** The verdict on evidence that points into the diary, for parts that know nothing else of it. */
export async function checkDiaryEvidence(
  settings: DiarySettings,
  { kind, ref, lines, sha256 }: Evidence,
): Promise<Verdict> {
  const place = diaryRefIn(ref)
  const span = spanIn(lines)
  try {
    if (kind === 'work_item' && place?.kind === 'work_item') return await checkWorkItem(settings, place)
    if (kind !== 'transcript' || place?.kind !== 'session' || !span || !sha256) return 'unchecked'
    return await checkLines(settings, place, span, sha256)
  } catch (error) {
    // A workspace that is just being exchanged says nothing about the evidence.
    if (error instanceof LockBusy) return 'unchecked'
    throw error
  }
}
