import { appendFileSync, closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { atMost, type Figure, isMet, milliseconds } from '../harness/figure.ts'
import { seededRandom } from '../harness/random.ts'
import { daybookIn, type Indexed } from './daybook.ts'
import { type Bench, counted, type Measure, megabytes } from './measure.ts'
import { proseFrom } from './prose.ts'
import { writeSession } from './session-file.ts'

const gibibyte = 1024 ** 3
const line = 256 * 1024 * 1024
const session = '5e5510a0-0000-4000-8000-000000000001'
const startedAt = Date.parse('2026-08-01T00:00:00Z')

export const giants: Measure = {
  id: 'giants',
  about: 'one file of a gibibyte, one line of 256 MiB',
  async run(bench) {
    const file = await indexedAlone(bench, gibibyte, () => {})
    const long = await indexedAlone(bench, 200_000, path => appendLongLine(path))
    if (long.counters.oversized_lines !== 1) throw new Error('The long line was not reported.')
    return [
      memoryFigure('D7', 'greatest memory with one file of 1 GiB', file),
      memoryFigure('D8', 'greatest memory with one line of 256 MiB', long),
    ]
  },
}

async function indexedAlone(bench: Bench, bytes: number, change: (path: string) => void): Promise<Indexed> {
  const folder = bench.scratch.folder('giant')
  const home = { claude: join(folder, '.claude'), codex: join(folder, '.codex') }
  const path = join(home.claude, 'projects/-srv-work-part-1', `${session}.jsonl`)
  const random = seededRandom(7)
  const written = { path, format: 'claude-code' as const, session, cwd: '/srv/work/part-1', startedAt, bytes }
  writeSession(written, random, proseFrom(random))
  change(path)
  const indexed = await daybookIn(join(folder, 'daybook'), bench.program, bench.prelude, false).index(home)
  rmSync(dirname(home.claude), { recursive: true, force: true })
  return indexed
}

function appendLongLine(path: string): void {
  const file = openSync(path, 'a')
  writeSync(file, '{"type":"user","message":{"role":"user","content":"')
  const piece = 'long '.repeat(1_048_576 / 8)
  for (let written = 0; written < line; written += piece.length) writeSync(file, piece)
  writeSync(file, '"}}\n')
  closeSync(file)
  appendFileSync(path, '{"type":"summary","summary":"after it","leafUuid":"x"}\n')
}

function memoryFigure(id: string, measure: string, { peak, index, counters }: Indexed): Figure {
  const target = atMost(300)
  return {
    id,
    measure,
    subject: milliseconds(index),
    baseline: '',
    value: peak,
    unit: ' MB',
    target,
    met: isMet(peak, target),
    work: `${megabytes(counters.bytes_read ?? 0)} read, ${counted(counters.lines_total ?? 0)} lines, ${counted(counters.oversized_lines ?? 0)} oversized, ${counted(counters.turns_total ?? 0)} turns`,
  }
}
