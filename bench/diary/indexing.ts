import { appendFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { atMost, type Figure, isMet, milliseconds, ratioFigure } from '../harness/figure.ts'
import { compare } from '../harness/runs.ts'
import { median } from '../harness/samples.ts'
import { peerName } from './ccusage.ts'
import { daybookIn, type Indexed } from './daybook.ts'
import { type Home, inventHome } from './home.ts'
import { type Bench, counted, type Measure, megabytes } from './measure.ts'
import { run } from './run-process.ts'
import { fileSizes } from './shape.ts'

export const indexing: Measure = {
  id: 'index',
  about: 'cold, warm and appended indexing of a shaped home',
  async run(bench) {
    const folder = bench.scratch.folder('home')
    const home = inventHome(folder, fileSizes(bench.files), Date.parse('2026-08-01T00:00:00Z'))
    bench.say(`a home of ${counted(home.files)} files, ${megabytes(home.bytes)}, ${counted(home.lines)} lines`)
    const rounds: Round[] = []
    for (let round = 1; round <= bench.runs; round++) {
      rounds.push(await oneRound(bench, home))
      bench.say(`round ${round} of ${bench.runs}: ${describeRound(rounds.at(-1))}`)
    }
    const archiving = await archivingRun(bench, home)
    rmSync(folder, { recursive: true, force: true })
    return figuresOf(home, rounds, archiving)
  },
}

interface Round {
  bare: { elapsed: number; cpu: number }
  ccusage: number | null
  cold: Indexed
  warm: Indexed
  appended: Indexed
}

/** Every opponent once, so that what the machine does meanwhile it does to all of them. */
async function oneRound(bench: Bench, home: Home): Promise<Round> {
  const daybook = newDaybook(bench, false)
  const bare = JSON.parse((await run(process.execPath, [bench.bareLoop, home.claude, home.codex], process.env)).stdout)
  const cold = await daybook.index(home)
  expectSame('lines', bare.lines, cold.counters.lines_total)
  expectSame('bytes read', home.bytes, cold.counters.bytes_read)
  const ccusage = bench.ccusage && (await bench.ccusage.read(home))
  const warm = await daybook.index(home)
  expectSame('bytes read warm', 0, warm.counters.bytes_read)
  const line = `${JSON.stringify({ type: 'progress', timestamp: '2026-10-01T00:00:00.000Z', uuid: 'x'.repeat(500) })}\n`
  appendFileSync(home.largest, line)
  // The end of a file that was written to within two seconds before it was indexed is read again, which is not measured here.
  const minuteAgo = Date.now() / 1000 - 60
  utimesSync(home.largest, minuteAgo, minuteAgo)
  const appended = await daybook.index(home)
  expectSame('files appended', 1, appended.counters.files_appended)
  home.bytes += line.length
  return { bare, ccusage, cold, warm, appended }
}

/** What a person waits for when nothing was archived yet, and when everything was. */
async function archivingRun(bench: Bench, home: Home): Promise<{ cold: Indexed; warm: Indexed }> {
  const daybook = newDaybook(bench, true)
  bench.say('once more with the archive')
  return { cold: await daybook.index(home), warm: await daybook.index(home) }
}

function newDaybook(bench: Bench, archiving: boolean) {
  return daybookIn(join(bench.scratch.folder('state'), 'daybook'), bench.program, bench.prelude, archiving)
}

function figuresOf(home: Home, rounds: Round[], archiving: { cold: Indexed; warm: Indexed }): Figure[] {
  const cold = (round: Round) => round.cold.index
  const pairs = (subject: (round: Round) => number, baseline: (round: Round) => number) =>
    compare(rounds.map(round => ({ subject: subject(round), baseline: baseline(round) })))
  const whole = `${counted(home.files)} files, ${megabytes(home.bytes)} and ${counted(home.lines)} lines read once`
  const cpu = `CPU of all threads ${milliseconds(median(rounds.map(round => round.cold.cpu)))} vs ${milliseconds(median(rounds.map(({ bare }) => bare.cpu)))}`
  const [first] = rounds
  const peak = Math.max(...rounds.map(round => round.cold.peak))
  const memory = atMost(300)
  return [
    ratioFigure(
      {
        id: 'D1',
        measure: 'cold index vs bare read + split + JSON.parse',
        target: atMost(1.5),
        work: `${whole}; ${cpu}`,
      },
      pairs(cold, ({ bare }) => bare.elapsed),
    ),
    ...(first?.ccusage === null
      ? []
      : [
          ratioFigure(
            { id: 'D2', measure: `cold index vs ${peerName}`, target: atMost(1.25), work: whole },
            pairs(cold, ({ ccusage }) => ccusage ?? Number.NaN),
          ),
        ]),
    ratioFigure(
      {
        id: 'D3',
        measure: 'warm index of the unchanged home vs cold',
        target: atMost(0.02),
        work: `${counted(first?.warm.counters.bytes_read ?? Number.NaN)} bytes read, ${counted(first?.warm.counters.files_parsed ?? Number.NaN)} files parsed, ${counted(first?.warm.counters.files_unchanged ?? Number.NaN)} not opened`,
      },
      pairs(({ warm }) => warm.index, cold),
    ),
    ratioFigure(
      {
        id: 'D4',
        measure: 'index after one line was appended to the largest file vs cold',
        target: atMost(0.02),
        work: `${counted(first?.appended.counters.bytes_read ?? Number.NaN)} bytes read, ${counted(first?.appended.counters.files_unchanged ?? Number.NaN)} not opened`,
      },
      pairs(({ appended }) => appended.index, cold),
    ),
    {
      id: 'D5',
      measure: 'greatest memory of the cold index, threads included',
      subject: `${Math.round(peak)} MB`,
      baseline: '',
      value: peak,
      unit: ' MB',
      target: memory,
      met: isMet(peak, memory),
      work: `all ${rounds.length} runs`,
    },
    {
      id: 'D6',
      measure: 'cold index and first archiving of everything vs cold index alone',
      subject: milliseconds(archiving.cold.index + archiving.cold.archive),
      baseline: milliseconds(median(rounds.map(cold))),
      value: (archiving.cold.index + archiving.cold.archive) / median(rounds.map(cold)),
      unit: '×',
      target: null,
      met: true,
      work: `index ${milliseconds(archiving.cold.index)}, archive ${milliseconds(archiving.cold.archive)}, ${Math.round(archiving.cold.peak)} MB; warm ${milliseconds(archiving.warm.index)} and ${milliseconds(archiving.warm.archive)}`,
    },
  ]
}

function describeRound(round: Round | undefined): string {
  if (!round) return ''
  const { bare, ccusage, cold, warm, appended } = round
  return `bare ${milliseconds(bare.elapsed)}, cold ${milliseconds(cold.index)}, ccusage ${ccusage === null ? 'none' : milliseconds(ccusage)}, warm ${milliseconds(warm.index)}, appended ${milliseconds(appended.index)}`
}

/** A run that did other work than it was measured for must not count. */
function expectSame(what: string, wanted: number, found: number | undefined): void {
  if (wanted !== found) throw new Error(`${what}: ${found} instead of ${wanted}.`)
}
