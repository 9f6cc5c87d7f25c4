import { type GenerationMode, generationModes } from '../settings.ts'
import { claude, codex } from './agents/producer.ts'
import { builtin } from './builtin.ts'
import { model } from './model/mode.ts'
import type { Mode } from './producer.ts'

const byName: { [name in GenerationMode]: Mode } = { builtin, model, claude, codex }

export const modes: readonly Mode[] = generationModes.map(name => byName[name])

export function modeNamed(name: GenerationMode): Mode {
  return byName[name]
}
