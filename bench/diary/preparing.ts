import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { atMost, ratioFigure } from '../harness/figure.ts'
import { compare, type Pair } from '../harness/runs.ts'
import { timed } from '../harness/samples.ts'
import { daybookIn } from './daybook.ts'
import { type Home, inventHome } from './home.ts'
import { type Bench, counted, type Measure, megabytes } from './measure.ts'

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
    const computed: Pair[] = []
    let selected = 0
    let peak = 0
    for (let round = 1; round <= bench.runs; round++) {
      const before = process.cpuUsage()
      const unsyncedCopy = await timed(() => plainCopy(bench, home, false))
      const { user, system } = process.cpuUsage(before)
      const syncedCopy = await timed(() => plainCopy(bench, home, true))
      const state = bench.scratch.folder('state')
      const daybook = daybookIn(state, bench.program, bench.prelude, false)
      await daybook.index(home)
      const { cpu: start } = await daybook.index(home)
      const prepared = await daybook.prepare(home, day)
      rmSync(state, { recursive: true, force: true })
      selected = prepared.counters.sessions_selected ?? 0
      peak = Math.max(peak, prepared.peak)
      plain.push({ subject: prepared.elapsed, baseline: unsyncedCopy })
      synced.push({ subject: prepared.elapsed, baseline: syncedCopy })
      // A run that finds nothing to do costs what it takes to start.
      computed.push({ subject: prepared.cpu - start, baseline: (user + system) / 1000 })
    }
    rmSync(home.folder, { recursive: true, force: true })
    if (selected !== sizes.length) throw new Error(`${selected} sessions were selected.`)
    const work = `${counted(selected)} sessions, ${megabytes(home.bytes)} copied, hashed, described by facts and synced; at most ${Math.round(peak)} MB`
    const measure = 'prepare of an indexed day vs copying its transcripts'
    return [
      ratioFigure({ id: 'D10', measure, target: null, work }, compare(plain)),
      // A copy that is to be relied on has to be synced, as ours are; so the target speaks of one that is.
      ratioFigure({ id: 'D10', measure: `${measure} and syncing them`, target: atMost(4), work }, compare(synced)),
      ratioFigure({ id: 'D10', measure: `CPU time of all threads, ${measure}`, target: null, work }, compare(computed)),
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
