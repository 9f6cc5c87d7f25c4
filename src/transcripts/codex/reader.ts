import { promptOf, type SourceReader } from '../reader.ts'
import { numberAt, textAt } from '../record.ts'
import { codexCalls, codexCompact, codexLight } from './compact.ts'
import { codexEvents } from './events.ts'
import { codexInherited } from './forks.ts'
import { codexForm, codexPlaces } from './paths.ts'
import { CodexScanner } from './scanner.ts'
import { codexShown } from './shown.ts'
import { codexUsage } from './usage.ts'

export const reader: SourceReader = {
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
  inherited: (files, { recordsOf }) => codexInherited(files, recordsOf),
  prompt: record =>
    promptOf(textAt(record, 'session_id'), (numberAt(record, 'ts') ?? 0) * 1000, textAt(record, 'text')),
}
