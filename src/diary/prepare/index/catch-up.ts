import { setImmediate as letOthersRun } from 'node:timers/promises'
import { discover } from '../../../transcripts/discover.ts'
import { LineSplitter, type LineStart } from '../../../transcripts/lines.ts'
import { insideDiary } from '../../../transcripts/ownership.ts'
import { type Environment, type SourceReader, Unreadable } from '../../../transcripts/reader.ts'
import { loadReader, loadReaders, parserVersion } from '../../../transcripts/readers.ts'
import type { Archive } from '../../archive/archive.ts'
import type { Forgotten } from '../../forget/tombstones.ts'
import { Collector, promptMark } from '../../search/collect.ts'
import { markOf, type SearchIndex } from '../../search/search-index.ts'
import { withSegmentBuilder } from '../../search/segment-builder.ts'
import type { ReadSettings } from '../../settings.ts'
import { readTranscript } from '../transcript-bytes.ts'
import type { IndexCache, ReadProgress } from './cache.ts'
import type { IndexedTranscript } from './transcript-row.ts'

/** Which transcripts the search index should have, and of these the ones it does not have as they are now. */
function searchGaps(cache: IndexCache, search: SearchIndex, diaryRoot: string): { behind: string[]; gone: string[] } {
  const isOwn = insideDiary(diaryRoot)
  const wanted = new Map(cache.readings().flatMap(each => (isSearched(each, isOwn) ? [[each.key, each.mark]] : [])))
  const known = search.marks()
  return {
    behind: [...wanted].flatMap(([key, mark]) => (known.get(key) === mark ? [] : [key])),
    gone: [...known.keys()].filter(key => !wanted.has(key)),
  }
}

/** How many transcripts the search index does not have as they are; counted again only when one of the indexes changed. */
export function countBehind(
  cache: IndexCache,
  search: SearchIndex,
  { reads, root }: ReadSettings & { root: string },
): number {
  const version = `${search.version()} ${cache.stamp()}`
  if (reads.behind?.version !== version) {
    reads.behind = { version, count: searchGaps(cache, search, root).behind.length }
  }
  return reads.behind.count
}

/**
 * How many files with transcripts were not read by this version yet: they are looked for until an indexing has been through
 * all of them.
 */
export async function countUnseen(
  cache: IndexCache,
  search: SearchIndex,
  environment: Environment,
  forgotten: Forgotten,
): Promise<number> {
  if (search.isWhole() && !cache.isOutdated()) return 0
  const readers = [...(await loadReaders()).values()]
  const files = readers.flatMap(reader => discover(reader, environment).files)
  const isRead = (path: string) => cache.file(path)?.parserVersion === parserVersion
  return files.filter(({ source, path }) => !isRead(path) && !forgotten.hasPlace(source, path)).length
}

/** Neither what the diary itself had written nor what an agent did for itself. */
function isSearched({ excluded, root, size }: ReadProgress, isOwn: (root: string) => boolean): boolean {
  return size > 0 && excluded !== 'own' && excluded !== 'internal' && (root === null || !isOwn(root))
}

/**
 * Brings the search index up to date with the index of transcripts, whatever was missed: what an earlier version indexed,
 * what was interrupted, what only the archive has.
 */
export async function catchUp(
  cache: IndexCache,
  archive: Archive | null,
  search: SearchIndex,
  diaryRoot: string,
): Promise<void> {
  const { behind, gone } = searchGaps(cache, search, diaryRoot)
  search.remove(gone)
  for (const key of behind) {
    const transcript = cache.transcript(key)
    const reader = transcript && (await loadReader(transcript.source))
    if (!transcript || !reader) continue
    try {
      await collect(transcript, reader, cache, archive, search)
    } catch (error) {
      // It changed or went while we looked; the next indexing sees it as it is then.
      if (!(error instanceof Unreadable)) throw error
    }
    await letOthersRun()
  }
  search.mergeSmall()
}

/** Reads a transcript from its beginning: that what was collected of it still is its beginning is not known here. */
async function collect(
  transcript: IndexedTranscript,
  reader: SourceReader,
  cache: IndexCache,
  archive: Archive | null,
  search: SearchIndex,
): Promise<void> {
  const { key, source, sessionId, root, excluded, position, size, stamp, firstAt } = transcript
  const turns = cache.turns(key)
  const { piece, segment } = await withSegmentBuilder(async builder => {
    const collector = new Collector(builder, reader)
    const splitter = new LineSplitter(line => {
      if (line.number <= position.lines) collector.line(line)
      else if (line.number === position.lines + 1 && line.end === size) collector.unfinished(line)
    })
    await readTranscript(transcript, archive, chunk => splitter.push(chunk))
    splitter.end()
    if (splitter.position.bytes < size) throw new Unreadable('it is shorter than it was')
    const collected = collector.finish(turns, firstAt, beginning, position)
    return { piece: collected, segment: { passages: builder.documents, blocks: builder.blocks() } }
  })
  const searched = {
    key,
    source,
    sessionId,
    root,
    isSubagent: excluded === 'subagent',
    mark: markOf(transcript, stamp),
    prompts: promptMark(turns, position.lines),
  }
  search.save(segment, [{ transcript: searched, piece, continues: null }])
}

const beginning: LineStart = { lines: 0, bytes: 0 }
