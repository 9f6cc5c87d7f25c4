// Indexes a home once, with search or without, as `daybook diary index` does, and reports what it took.
// node index-once.mjs <folder of the cache> <with | without> <script of the threads>
import { availableParallelism } from 'node:os'
import { IndexCache } from '../../src/diary/prepare/index/cache.ts'
import { catchUp } from '../../src/diary/prepare/index/catch-up.ts'
import { indexHomes } from '../../src/diary/prepare/index/index-homes.ts'
import { SearchIndex } from '../../src/diary/search/search-index.ts'
import { newThreadUse } from '../../src/diary/settings.ts'
import { scanningFor } from '../../src/diary/threads/threads.ts'

const [folder = '', mode = '', script = ''] = process.argv.slice(2)
const cache = new IndexCache(folder)
const search = mode === 'with' ? new SearchIndex(folder) : null
const version = search?.version()
const used = process.cpuUsage()
const started = performance.now()
const { counters } = await indexHomes({
  cache,
  archive: null,
  search,
  environment: { env: process.env, home: folder, platform: process.platform },
  scanningFor: scanningFor({ indexWorkers: availableParallelism(), threads: newThreadUse(script) }),
  progress: () => {},
})
if (search) await catchUp(cache, null, search, folder)
const elapsed = performance.now() - started
const { user, system } = process.cpuUsage(used)
const report = {
  elapsed,
  cpu: (user + system) / 1000,
  counters,
  size: search?.size() ?? null,
  isWritten: search !== null && search.version() !== version,
}
search?.close()
cache.close()
process.stdout.write(`${JSON.stringify(report)}\n`)
