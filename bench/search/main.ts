// npm run bench:search [-- --only build,query,why] [--runs 3] [--json | --markdown]; DAYBOOK_BENCH=full for a home of a gibibyte

import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installCcusage, peerName } from '../diary/ccusage.ts'
import { roots } from '../diary/daybook.ts'
import { inventHome } from '../diary/home.ts'
import { counted, megabytes } from '../diary/measure.ts'
import { manyWords } from '../diary/prose.ts'
import { run } from '../diary/run-process.ts'
import { fileSizes, fullHome } from '../diary/shape.ts'
import { benchFlags, startBench } from '../harness/bench-run.ts'
import { bundleChild } from '../harness/bundle.ts'
import { openWorkspace } from '../harness/workspace.ts'
import { building } from './building.ts'
import type { Bench } from './measure.ts'
import { queries } from './queries.ts'
import { ripgrepVersion } from './ripgrep.ts'
import { why } from './why.ts'

const measures = [building, queries, why]
const { values: flags } = parseArgs({ options: { ...benchFlags, runs: { type: 'string', default: '3' } } })
const { wanted, say, remarks, runMeasures, print } = startBench(
  'search',
  flags,
  measures.map(({ id }) => id),
)
const isFull = process.env.DAYBOOK_BENCH === 'full'
const scratch = openWorkspace(tmpdir())
const sizes = fileSizes(isFull ? fullHome : fullHome / 10)
const home = inventHome(scratch.folder('home'), sizes, Date.parse('2026-08-01T00:00:00Z'), 60, manyWords(20_000))
say(`a home of ${counted(home.files)} files, ${megabytes(home.bytes)}, ${counted(home.lines)} lines`)
const program = openWorkspace().program()
const bench: Bench = {
  home,
  isFull,
  runs: Number(flags.runs),
  scratch,
  dumpPassages: await bundleChild('bench/search/dump-passages.ts', 'dump-passages'),
  indexOnce: await bundleChild('bench/search/index-once.ts', 'index-once'),
  threads: join(program, '../thread.js'),
  ccusage: await installCcusage(say).catch((error: Error) => {
    remarks.push(`${peerName} could not be installed: ${error.message.split('\n')[0]}`)
    return null
  }),
  ripgrep: ripgrepVersion(),
  say,
}
if (bench.ripgrep === null) remarks.push('ripgrep is not installed, so nothing was compared with it.')
const figures = []
for (const measure of measures) {
  if (measure !== building && wanted(measure.id)) await indexForQueries()
  figures.push(...(await runMeasures([measure], bench)))
}
print(figures)

/** Brings the index that questions are asked of up to date. */
async function indexForQueries(): Promise<void> {
  const { claude, codex, folder } = home
  const cache = join(folder, 'diary', 'cache')
  await run(process.execPath, [bench.indexOnce, cache, 'with', bench.threads], {
    ...process.env,
    ...roots(claude, codex),
  })
}
