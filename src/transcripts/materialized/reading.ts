import type { Resume, ScannedFile, SourceReader } from '../reader.ts'
import { materializedCalls, materializedCompact } from './compact.ts'
import { materializedEvents } from './events.ts'
import { MaterializedScanner } from './scanner.ts'
import { materializedUsage } from './usage.ts'

/** How the lines we made are read, whatever they were made from. */
export const materializedReading: Pick<SourceReader, 'scanner' | 'events' | 'usage' | 'calls' | 'compact'> = {
  scanner: (file: ScannedFile, from?: Resume) => new MaterializedScanner(file, from),
  events: materializedEvents,
  usage: (_turn, lines) => materializedUsage(lines),
  calls: materializedCalls,
  compact: materializedCompact,
}
