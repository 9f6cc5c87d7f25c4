import type { SourceReader } from '../reader.ts'
import { codexCalls, codexCompact } from './compact.ts'
import { codexEvents } from './events.ts'
import { codexLight } from './light.ts'
import { codexForm, codexPlaces } from './paths.ts'
import { CodexScanner } from './scanner.ts'
import { codexShown } from './shown.ts'
import { codexUsage } from './usage.ts'

export const codexReader: SourceReader = {
  source: 'codex',
  places: codexPlaces,
  formOf: codexForm,
  scanner: (file, from) => new CodexScanner(file, from),
  events: codexEvents,
  usage: codexUsage,
  light: codexLight,
  calls: codexCalls,
  shown: codexShown,
  compact: codexCompact,
}
