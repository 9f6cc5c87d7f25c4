import { promptOf, type SourceReader } from '../reader.ts'
import { numberAt, textAt } from '../record.ts'
import { claudeCalls, claudeCompact, claudeLight } from './compact.ts'
import { claudeEvents } from './events.ts'
import { claudeInherited } from './forks.ts'
import { claudeForm, claudePlaces } from './paths.ts'
import { ClaudeScanner } from './scanner.ts'
import { claudeShown } from './shown.ts'
import { claudeUsage } from './usage.ts'

export const reader: SourceReader = {
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
  inherited: async (files, { marksOf }) => claudeInherited(files, marksOf),
  prompt: record => promptOf(textAt(record, 'sessionId'), numberAt(record, 'timestamp'), textAt(record, 'display')),
  // Claude Code deletes old transcripts when it starts.
  retention: {
    settings: 'settings.json',
    days: settings => numberAt(settings, 'cleanupPeriodDays'),
    defaultDays: 30,
  },
}
