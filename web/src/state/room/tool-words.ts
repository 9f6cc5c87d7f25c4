import { capitalize } from '../../../../src/kernel/words.ts'
import { safeText } from '../../parts/transcript/safe-text.ts'

/** A tool as its prompt calls it: `file_reader` is the file reader. */
export function toolWords(id: string): string {
  return safeText(capitalize(id.replaceAll('_', ' ')))
}
