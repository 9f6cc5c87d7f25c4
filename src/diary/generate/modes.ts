import { type DiarySettings, type GenerationMode, generationModes } from '../settings.ts'
import { claude, codex } from './agents/producer.ts'
import { builtin } from './builtin.ts'
import { model } from './model/mode.ts'
import type { Mode } from './producer.ts'

const byName: { [name in GenerationMode]: Mode } = { builtin, model, claude, codex }

export const modes: readonly Mode[] = generationModes.map(name => byName[name])

export function modeNamed(name: GenerationMode): Mode {
  return byName[name]
}

export const consents = ['given', 'needed', 'not_needed'] as const
type Consent = (typeof consents)[number]

/** Whether transcripts may leave the machine: never asked where nothing does, else agreed to now or in the settings. */
export function consentFor(
  { consent }: Pick<DiarySettings, 'consent'>,
  { name, sends }: Pick<Mode, 'name' | 'sends'>,
  agreed = false,
): Consent {
  if (sends === '') return 'not_needed'
  return agreed || consent.includes(name) ? 'given' : 'needed'
}
