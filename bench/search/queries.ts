import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { findInHistory } from '../../src/diary/search/history.ts'
import { PassageTable } from '../../src/diary/search/passage-table.ts'
import { historyRef, SearchIndex } from '../../src/diary/search/search-index.ts'
import { parseQuery } from '../../src/query/query.ts'
import { counted, megabytes } from '../diary/measure.ts'
import { openDiary } from '../diary/open-diary.ts'
import { wordOf } from '../diary/prose.ts'
import { run } from '../diary/run-process.ts'
import { atLeast, atMost, type Figure, isMet, milliseconds, slowFigure } from '../harness/figure.ts'
import { median, timed } from '../harness/samples.ts'
import type { Bench, Measure } from './measure.ts'
import { ripgrep, timeRipgrep } from './ripgrep.ts'

export const queries: Measure = {
  id: 'query',
  about: 'search_history in this process, ripgrep beside it, and whether both find the same',
  async run(bench) {
    const folder = join(bench.home.folder, 'diary', 'cache')
    const dumped = await dumpPassages(bench, folder)
    const asked = mixOf(dumped.phrases)
    const diary = await openDiary(bench.home, afterAll)
    try {
      const first = await timed(() => diary.call('search_history', { query: 'the' }))
      bench.say(`the first query, which reads where the passages are: ${milliseconds(first)}`)
      const kinds = new Map<string, number[]>()
      for (let round = 0; round <= bench.runs; round++) {
        for (const { kind, query } of asked) {
          const taken = await timed(() => diary.call('search_history', { query }))
          if (round > 0) kinds.set(kind, [...(kinds.get(kind) ?? []), taken])
        }
      }
      return [...timeFigures(bench, kinds, first), ...(await recallFigures(bench, folder, dumped))]
    } finally {
      await diary.close()
    }
  },
}

/** A day after the last session. */
export const afterAll = Date.parse('2026-10-02T00:00:00Z')

interface Dumped {
  folder: string
  phrases: string[]
  /** A file of JSON: of each transcript, the line of each passage that was written. */
  places: string
}

/** Writes the text that is searched, in a process of its own, which chooses phrases of three words from it. */
async function dumpPassages(bench: Bench, cache: string): Promise<Dumped> {
  const folder = bench.scratch.folder('passages')
  const places = join(bench.scratch.folder('places'), 'places.json')
  const { stdout } = await run(process.execPath, [bench.dumpPassages, cache, folder, places], process.env)
  return { folder, places, phrases: JSON.parse(stdout) }
}

interface Asked {
  kind: string
  query: string
}

/** Words of every rank, phrases, and filters. */
function mixOf(phrases: readonly string[]): Asked[] {
  const words = (kind: string, ranks: readonly number[]) => ranks.map(rank => ({ kind, query: wordOf(rank) }))
  const common = wordOf(5)
  return [
    ...words('common words', [0, 1, 2, 3, 5, 8, 13, 21]),
    ...words('words now and then', [200, 300, 500, 800, 1300]),
    ...words('rare words', [5000, 8000, 13_000, 15_000, 18_000]),
    ...[0, 1, 2, 3].map(rank => ({
      kind: 'several words',
      query: `${wordOf(rank)} ${wordOf(rank * 7 + 9)} ${wordOf(400 + rank)}`,
    })),
    { kind: 'several words', query: `${wordOf(30)} OR ${wordOf(40)} -${wordOf(50)}` },
    { kind: 'several words', query: `${wordOf(300).slice(0, 3)}*` },
    ...phrases.map(phrase => ({ kind: 'phrases', query: `"${phrase}"` })),
    ...[
      'agent:codex',
      'project:part-3',
      'role:user',
      'after:2026-09-01 before:2026-09-10',
      'tool:shell',
      'file:src/part.ts',
      'branch:main',
      '-is:error',
    ].map(filter => ({ kind: 'filters', query: `${common} ${filter}` })),
  ]
}

function timeFigures(
  { home, scratch, ripgrep: version }: Bench,
  kinds: ReadonlyMap<string, number[]>,
  first: number,
): Figure[] {
  const all = [...kinds.values()].flat()
  const figure = (measure: string, taken: readonly number[], work: string) =>
    slowFigure({ id: 'S4', measure, target: atMost(50), work }, taken)
  const figures = [
    figure(
      'a query in process, p95',
      all,
      `${all.length} queries; the first one of the process ${milliseconds(first)}`,
    ),
    ...[...kinds].map(([kind, taken]) => figure(`${kind}, p95`, taken, `${taken.length} queries`)),
  ]
  if (version === null) return figures
  const words = [0, 500, 13_000].map(wordOf)
  const printed = join(scratch.folder('ripgrep'), 'lines')
  const taken = words.map(word => timeRipgrep(word, [home.claude, home.codex], printed))
  return [
    ...figures,
    {
      id: 'S4',
      measure: `${version} over the same files, one word`,
      subject: milliseconds(median(taken)),
      baseline: '',
      value: median(taken),
      unit: ' ms',
      target: null,
      met: true,
      work: `${words.length} words, ${megabytes(home.bytes)}, with all it prints`,
    },
  ]
}

/** Every line on which ripgrep finds a phrase in the searched text must be among the hits. */
async function recallFigures(
  bench: Bench,
  cacheFolder: string,
  { folder, phrases, places }: Dumped,
): Promise<Figure[]> {
  if (bench.ripgrep === null) return []
  const lines: { [transcript: string]: number[] } = JSON.parse(readFileSync(places, 'utf8'))
  const cache = new IndexCache(cacheFolder)
  const search = new SearchIndex(cacheFolder)
  let wanted = 0
  let found = 0
  const placeIn = (printed: string): string => {
    const [, transcript = '', number = ''] = /(\d+):(\d+)$/.exec(printed) ?? []
    return `${transcript} ${lines[transcript]?.[Number(number) - 1]}`
  }
  try {
    const table = new PassageTable(search)
    const placeOf = new Map(table.transcripts.map(({ key }, place) => [historyRef(key), place]))
    for (const phrase of phrases) {
      const there = new Set(ripgrep(phrase, [folder]).map(placeIn))
      const everything = {
        from: 0,
        sessions: Number.POSITIVE_INFINITY,
        hitsPerSession: Number.POSITIVE_INFINITY,
        reads: Number.POSITIVE_INFINITY,
      }
      const when = { now: afterAll, zone: 'UTC' }
      const { sessions } = await findInHistory(
        { cache, archive: null, search },
        table,
        parseQuery(`"${phrase}"`),
        everything,
        when,
      )
      const hits = new Set(
        sessions.flatMap(({ session_ref, hits }) => hits.map(({ line }) => `${placeOf.get(session_ref)} ${line}`)),
      )
      wanted += there.size
      found += [...there].filter(each => hits.has(each)).length
    }
  } finally {
    search.close()
    cache.close()
  }
  const target = atLeast(1)
  return [
    {
      id: 'S5',
      measure: 'literal phrases that ripgrep finds in the indexed text and search finds as well',
      subject: counted(found),
      baseline: counted(wanted),
      value: found / wanted,
      unit: '×',
      target,
      met: isMet(found / wanted, target),
      work: `${phrases.length} phrases of three words`,
    },
  ]
}
