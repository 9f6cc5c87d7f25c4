import { exclusionOf, insideDiary } from '../../../transcripts/exclude.ts'
import type { DiarySettings } from '../../settings.ts'
import { decide } from '../index/decide.ts'
import { lookOf } from '../index/stamp.ts'
import type { IndexedTranscript } from '../index/transcript-row.ts'
import type { OpenIndex } from '../open-index.ts'
import { changedAt, type Home, lookAtHomes } from './homes.ts'
import { lostSessions } from './lost.ts'
import { deletions } from './retention.ts'

/** What is known of the transcript homes, without reading any of them. */
export async function surveySources({ cache, archive, archiveState }: OpenIndex, diary: DiarySettings, now: number) {
  const homes = await lookAtHomes(diary.surroundings)
  const transcripts = cache.transcripts()
  const known = cache.files()
  const kept = archive?.all() ?? new Map()
  const isOwn = insideDiary(diary.root)
  const ids = new Set([
    ...transcripts.map(({ source, sessionId }) => `${source} ${sessionId}`),
    ...homes.flatMap(({ source, files }) => files.flatMap(({ file }) => idsIn(file.relative, source))),
    ...[...kept.values()].flatMap(({ relative, source }) => idsIn(relative, source)),
  ])
  return {
    sources: homes.map(home => {
      const own = transcripts.filter(({ source }) => source === home.source)
      return {
        source: home.source,
        roots: home.roots.map(({ root, state }) => ({ root, state })),
        files: home.files.length,
        bytes: home.files.reduce((sum, { stamp }) => sum + stamp.size, 0),
        unreadable: home.unreadable,
        not_indexed: home.files.filter(({ file, stamp }) => isStale(file, stamp)).length,
        sessions: own.filter(({ archived }) => !archived).length,
        from_archive: own.filter(({ archived }) => archived).length,
        excluded: counted(own.flatMap(each => exclusionOf(each, isOwn) ?? [])),
        warnings: counted(own.flatMap(({ warnings }) => warnings)),
        oldest: oldestOf(home, own),
      }
    }),
    archive: {
      state: archiveState,
      keep_days: diary.archive.keepDays,
      ...(archive?.size() ?? { transcripts: 0, bytes: 0, stored_bytes: 0 }),
    },
    deletes: await deletions(homes, path => kept.has(path), now),
    lost: lostSessions(homes, (source, id) => ids.has(`${source} ${id}`)),
  }

  function isStale(file: Home['files'][number]['file'], stamp: Home['files'][number]['stamp']): boolean {
    if (known.get(file.path) === lookOf(stamp)) return false
    return decide(file.form, cache.file(file.path), stamp, () => true) !== 'unchanged'
  }
}

/** A file's name without its ending, and the id at its end. */
function idsIn(relative: string, source: string): string[] {
  const stem = relative.replace(/^.*\//, '').replace(/\.jsonl(\.zst)?$/, '')
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(stem)?.[0]
  return [stem, ...(uuid ? [uuid.toLowerCase()] : [])].map(id => `${source} ${id}`)
}

function oldestOf({ files }: Home, own: readonly IndexedTranscript[]): number | null {
  const times = [...own.flatMap(({ firstAt }) => firstAt ?? []), ...files.map(({ stamp }) => changedAt(stamp))]
  return times.length === 0 ? null : times.reduce((first, at) => Math.min(first, at))
}

function counted(names: readonly string[]): { [name: string]: number } {
  const counts: { [name: string]: number } = {}
  for (const name of [...names].sort()) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
