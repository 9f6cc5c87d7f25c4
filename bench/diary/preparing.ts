import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, type Pair } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { type Home, inventHome } from './home.ts'
import { type Bench, counted, type Measure, megabytes } from './measure.ts'
import { openDiary } from './open-diary.ts'

const day = '2026-08-01'
const started = Date.parse(`${day}T00:00:00Z`)
const sizes = Array.from({ length: 100 }, () => 2_000_000)

export const preparing: Measure = {
  id: 'prepare',
  about: 'preparing a day of 100 sessions',
  async run(bench) {
    const home = inventHome(bench.scratch.folder('day'), sizes, started, 0)
    const runs: Pair[] = []
    let selected = 0
    for (let round = 1; round <= bench.runs; round++) {
      const baseline = await timed(() => plainCopy(bench, home))
      const diary = await openDiary(home, started + 90 * 86_400_000)
      await diary.call('diary_index', {})
      const subject = await timed(async () => {
        const { counters } = await diary.call('diary_prepare', { date: day })
        selected = Number(Object(counters).sessions_selected)
      })
      await diary.close()
      rmSync(diary.root, { recursive: true, force: true })
      runs.push({ subject, baseline })
    }
    rmSync(home.folder, { recursive: true, force: true })
    if (selected !== sizes.length) throw new Error(`${selected} sessions were selected.`)
    const work = `${counted(selected)} sessions, ${megabytes(home.bytes)} copied, hashed and told the facts of; both sides sync every file`
    const measure = 'prepare of an indexed day vs copying its transcripts'
    return [ratioFigure({ id: 'D10', measure, target: atMost(4), work }, compare(runs))]
  },
}

/** Reads and writes every file, and syncs it, as a copy that is to be relied on has to. */
function plainCopy(bench: Bench, home: Home): void {
  const target = bench.scratch.folder('copies')
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  for (const root of [home.claude, home.codex]) {
    for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, entry)
      if (statSync(path).isFile()) copy(path, join(target, basename(entry)), buffer)
    }
  }
  rmSync(target, { recursive: true, force: true })
}

function copy(from: string, to: string, buffer: Buffer): void {
  mkdirSync(join(to, '..'), { recursive: true })
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w')]
  for (let count = readSync(source, buffer); count > 0; count = readSync(source, buffer))
    writeSync(target, buffer, 0, count)
  fsyncSync(target)
  closeSync(source)
  closeSync(target)
}
