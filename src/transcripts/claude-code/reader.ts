import type { SourceReader } from '../reader.ts'
import { claudeCalls, claudeCompact } from './compact.ts'
import { claudeEvents } from './events.ts'
import { claudeLight } from './light.ts'
import { claudeForm, claudePlaces } from './paths.ts'
import { ClaudeScanner } from './scanner.ts'
import { claudeShown } from './shown.ts'
import { claudeUsage } from './usage.ts'

export const claudeReader: SourceReader = {
  source: 'claude-code',
  places: claudePlaces,
  formOf: claudeForm,
  scanner: (file, from) => new ClaudeScanner(file, from),
  events: claudeEvents,
  usage: (_turn, lines) => claudeUsage(lines),
  light: claudeLight,
  calls: claudeCalls,
  shown: claudeShown,
  compact: claudeCompact,
}
