import type { Line } from '../../../transcripts/lines.ts'
import type { SourceReader } from '../../../transcripts/reader.ts'
import type { Scan, StoredScan } from '../../../transcripts/scan.ts'
import type { ReadTurn } from '../../edits/edit-index.ts'
import type { EditCollector } from '../../edits/written-turns.ts'
import type { Collector, Piece } from '../../search/collect.ts'
import type { SegmentBuilder } from '../../search/segment-builder.ts'

/** What is to be collected of a file, besides its turns. */
interface Wanted {
  collects: boolean
  collectsEdits: boolean
}

interface Found {
  piece: Piece | null
  edits: ReadTurn[] | null
}

/** Makes what collects from one transcript; null where that is not wanted. */
export interface Collectors {
  search: (() => Collector) | null
  edits: (() => EditCollector) | null
}

/** The code is loaded only where something is collected: a thread that only indexes is at work sooner without it. */
export async function collectorsFor(
  reader: SourceReader,
  { collects, collectsEdits }: Wanted,
  builder: SegmentBuilder | null,
): Promise<Collectors> {
  const { Collector } = collects && builder ? await import('../../search/collect.ts') : nothingLoaded
  const { EditCollector } = collectsEdits ? await import('../../edits/written-turns.ts') : nothingLoaded
  return {
    search: Collector && builder ? () => new Collector(builder, reader) : null,
    edits: EditCollector ? () => new EditCollector(reader) : null,
  }
}

const nothingLoaded = { Collector: null, EditCollector: null }

/** Collects from every line while a scan reads them; nothing where nothing is wanted. */
export function startCollecting({ search, edits: written }: Collectors) {
  const collector = search?.() ?? null
  const edits = written?.() ?? null
  const onLine = (line: Line) => {
    collector?.line(line)
    edits?.line(line)
  }
  const onUnfinished = (line: Line) => {
    collector?.unfinished(line)
    edits?.line(line)
  }
  return {
    options: collector || edits ? { onLine, onUnfinished } : {},
    finish(scan: Scan, from: StoredScan | null): Found {
      const { summary, position } = scan
      const begin = from?.position ?? { lines: 0, bytes: 0 }
      return {
        piece: collector?.finish(summary.turns, summary.firstAt, begin, position) ?? null,
        edits: edits?.finish(scan) ?? null,
      }
    },
  }
}
