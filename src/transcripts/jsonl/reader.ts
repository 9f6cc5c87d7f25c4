import { namedPlaces } from '../discover.ts'
import { logReading } from '../log-lines/reading.ts'
import type { SourceReader } from '../reader.ts'
import { commonRecords } from './common-record.ts'

export const reader: SourceReader = {
  source: 'jsonl',
  // There is no place where unknown agents keep their logs.
  places: environment => namedPlaces(environment, 'DAYBOOK_JSONL_ROOTS') ?? { disabled: true, places: [] },
  formOf: relative => (/\.(?:jsonl|ndjson)$/.test(relative) ? 'lines' : null),
  mayHold: relative => !/(?:^|\/)(?:node_modules|\.git)$/.test(relative),
  ...logReading(commonRecords),
}
