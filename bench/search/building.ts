import { appendFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SearchSize } from '../../src/diary/search/search-index.ts'
import { peerName } from '../diary/ccusage.ts'
import { roots } from '../diary/daybook.ts'
import { counted, megabytes } from '../diary/measure.ts'
import { run } from '../diary/run-process.ts'
import { atMost, type Figure, isMet, milliseconds, ratioFigure } from '../harness/figure.ts'
import { compare } from '../harness/runs.ts'
import { coveredText } from './covered-text.ts'
import type { Bench, Measure } from './measure.ts'

export const building: Measure = {
  id: 'build',
  about: 'the cold index with search and without, in turns; then nothing new, and one line more',
  async run(bench) {
    const rounds: Round[] = []
    for (let round = 1; round <= bench.runs; round++) {
      rounds.push(await oneRound(bench))
      const { alone, searched, ccusage } = rounds.at(-1) as Round
      bench.say(
        `round ${round} of ${bench.runs}: alone ${taken(alone)}, with search ${taken(searched)}, ccusage ${ccusage === null ? 'none' : milliseconds(ccusage)}`,
      )
    }
    const folder = bench.scratch.folder('cache')
    const cold = await indexOnce(bench, folder, 'with')
    const size = await sizeFigure(bench, folder, cold)
    return [...timeFigures(bench, rounds), size, ...(await workFigures(bench, folder))]
  },
}

interface Indexed {
  /** Milliseconds, and those of all cores together. */
  elapsed: number
  cpu: number
  counters: { [name: string]: number }
  size: SearchSize | null
  isWritten: boolean
}

function taken({ elapsed, cpu }: Indexed): string {
  return `${milliseconds(elapsed)} (${milliseconds(cpu)} of CPU time)`
}

interface Round {
  alone: Indexed
  searched: Indexed
  ccusage: number | null
}

async function oneRound(bench: Bench): Promise<Round> {
  const cold = async (mode: 'with' | 'without') => {
    const folder = bench.scratch.folder('cache')
    const indexed = await indexOnce(bench, folder, mode)
    rmSync(folder, { recursive: true, force: true })
    return indexed
  }
  return {
    alone: await cold('without'),
    searched: await cold('with'),
    ccusage: bench.ccusage && (await bench.ccusage.read(bench.home)),
  }
}

async function indexOnce(bench: Bench, folder: string, mode: 'with' | 'without'): Promise<Indexed> {
  const { claude, codex } = bench.home
  const env = { ...process.env, ...roots(claude, codex) }
  const { stdout } = await run(process.execPath, [bench.indexOnce, folder, mode, bench.threads], env)
  return JSON.parse(stdout)
}

function timeFigures({ home }: Bench, rounds: readonly Round[]): Figure[] {
  const pairs = (subject: (round: Round) => number, baseline: (round: Round) => number) =>
    compare(rounds.map(round => ({ subject: subject(round), baseline: baseline(round) })))
  const whole = `${counted(home.files)} files, ${megabytes(home.bytes)}`
  const figures = [
    ratioFigure(
      { id: 'S1', measure: 'cold index with search vs cold index alone', target: atMost(1.8), work: whole },
      pairs(
        ({ searched }) => searched.elapsed,
        ({ alone }) => alone.elapsed,
      ),
    ),
    ratioFigure(
      { id: 'S1', measure: 'the same by CPU time of all threads', target: null, work: whole },
      pairs(
        ({ searched }) => searched.cpu,
        ({ alone }) => alone.cpu,
      ),
    ),
  ]
  if (rounds.some(({ ccusage }) => ccusage === null)) return figures
  return [
    ...figures,
    ratioFigure(
      { id: 'S7', measure: `cold index alone vs ${peerName}`, target: atMost(1), work: whole },
      pairs(
        ({ alone }) => alone.elapsed,
        ({ ccusage }) => ccusage ?? Number.NaN,
      ),
    ),
    ratioFigure(
      { id: 'S7', measure: `cold index with search vs ${peerName}`, target: null, work: whole },
      pairs(
        ({ searched }) => searched.elapsed,
        ({ ccusage }) => ccusage ?? Number.NaN,
      ),
    ),
  ]
}

/** The covered text is counted by reading every passage again, and must be what the index says it has. */
async function sizeFigure(bench: Bench, folder: string, { size }: Indexed): Promise<Figure> {
  const text = await coveredText(folder)
  if (!size || size.passages !== text.passages || size.characters !== text.characters)
    throw new Error(
      `The index has ${size?.passages} passages of ${size?.characters} characters, read again they are ${text.passages} of ${text.characters}.`,
    )
  const file = statSync(join(folder, 'search.sqlite')).size
  const share = file / text.bytes
  const target = atMost(0.2)
  bench.say(`${counted(text.passages)} passages, ${megabytes(text.bytes)} of text`)
  return {
    id: 'S2',
    measure: 'size of search.sqlite vs the text it covers',
    subject: megabytes(file),
    baseline: megabytes(text.bytes),
    value: share,
    unit: '×',
    target,
    met: isMet(share, target),
    work: `${counted(text.passages)} passages, ${counted(text.characters)} characters`,
  }
}

async function workFigures(bench: Bench, folder: string): Promise<Figure[]> {
  const warm = await indexOnce(bench, folder, 'with')
  const line = `${JSON.stringify({ type: 'progress', timestamp: '2026-10-01T00:00:00.000Z', uuid: 'x'.repeat(500) })}\n`
  appendFileSync(bench.home.largest, line)
  bench.home.bytes += line.length
  const appended = await indexOnce(bench, folder, 'with')
  const { counters } = warm
  // The last line known is read once more, to see whether the file still has it.
  const most = atMost(line.length + largestTail)
  const read = appended.counters.bytes_read ?? Number.NaN
  return [
    countFigure(
      'files parsed and appended when nothing changed',
      (counters.files_parsed ?? 0) + (counters.files_appended ?? 0),
      atMost(0),
      `${counted(counters.files_unchanged ?? 0)} not opened, ${counters.bytes_read} bytes read`,
    ),
    countFigure('changes of search.sqlite when nothing changed', warm.isWritten ? 1 : 0, atMost(0), ''),
    countFigure(
      `bytes read after ${line.length} bytes were appended to the largest file`,
      read,
      most,
      `${appended.counters.files_appended} file appended, ${appended.counters.files_parsed} parsed`,
    ),
  ]
}

const largestTail = 64 * 1024

function countFigure(measure: string, value: number, target: ReturnType<typeof atMost>, work: string): Figure {
  return {
    id: 'S3',
    measure,
    subject: counted(value),
    baseline: '',
    value,
    unit: '',
    target,
    met: isMet(value, target),
    work,
  }
}
