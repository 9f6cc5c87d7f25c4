import type { DiarySettings } from '../settings.ts'
import type { Mode } from './producer.ts'

export const consents = ['given', 'needed', 'not_needed'] as const
export type Consent = (typeof consents)[number]

/** Whether transcripts may leave the machine: never asked where nothing does, else agreed to now or in the settings. */
export function consentFor(
  { consent }: Pick<DiarySettings, 'consent'>,
  { name, sends }: Pick<Mode, 'name' | 'sends'>,
  agreed = false,
): Consent {
  if (sends === '') return 'not_needed'
  return agreed || consent.includes(name) ? 'given' : 'needed'
}
