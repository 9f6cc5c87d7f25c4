import type { GenerationMode } from '../settings.ts'
import { builtin } from './builtin.ts'
import { type Mode, Unavailable } from './producer.ts'

const modes: readonly Mode[] = [builtin]

export function modeNamed(name: GenerationMode): Mode {
  const mode = modes.find(each => each.name === name)
  if (mode) return mode
  throw new Unavailable(`the mode ${name} is not part of this program`, 'generate with builtin')
}
