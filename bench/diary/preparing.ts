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
    const plain: Pair[] = []
    const synced: Pair[] = []
    let selected = 0
    for (let round = 1; round <= bench.runs; round++) {
      const unsyncedCopy = await timed(() => plainCopy(bench, home, false))
      const syncedCopy = await timed(() => plainCopy(bench, home, true))
      const diary = await openDiary(home, started + 90 * 86_400_000)
      await diary.call('diary_index', {})
      const subject = await timed(async () => {
        const { counters } = await diary.call('diary_prepare', { date: day })
        selected = Number(Object(counters).sessions_selected)
      })
      await diary.close()
      rmSync(diary.root, { recursive: true, force: true })
      plain.push({ subject, baseline: unsyncedCopy })
      synced.push({ subject, baseline: syncedCopy })
    }
    rmSync(home.folder, { recursive: true, force: true })
    if (selected !== sizes.length) throw new Error(`${selected} sessions were selected.`)
    const work = `${counted(selected)} sessions, ${megabytes(home.bytes)} copied, hashed, told the facts of and synced`
    const measure = 'prepare of an indexed day vs copying its transcripts'
    return [
      ratioFigure({ id: 'D10', measure, target: atMost(4), work }, compare(plain)),
      // A copy that is to be relied on has to be synced, as ours are; the target speaks of a plain one.
      ratioFigure({ id: 'D10', measure: `${measure} and syncing them`, target: null, work }, compare(synced)),
    ]
  },
}

/** Reads and writes every file. */
function plainCopy(bench: Bench, home: Home, synced: boolean): void {
  const target = bench.scratch.folder('copies')
  const buffer = Buffer.allocUnsafe(1024 * 1024)
  for (const root of [home.claude, home.codex]) {
    for (const entry of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
      const path = join(root, entry)
      if (statSync(path).isFile()) copy(path, join(target, basename(entry)), buffer, synced)
    }
  }
  rmSync(target, { recursive: true, force: true })
}

function copy(from: string, to: string, buffer: Buffer, synced: boolean): void {
  mkdirSync(join(to, '..'), { recursive: true })
  const [source, target] = [openSync(from, 'r'), openSync(to, 'w')]
  for (let count = readSync(source, buffer); count > 0; count = readSync(source, buffer))
    writeSync(target, buffer, 0, count)
  if (synced) fsyncSync(target)
  closeSync(source)
  closeSync(target)
}
