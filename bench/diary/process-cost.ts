// Loaded before the program that is measured: reports, when it ends, how much memory it ever had and how long it computed,
// threads included.
import { readFileSync, writeFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const file = process.env.DAYBOOK_BENCH_COST
if (isMainThread && file) {
  process.once('exit', () => {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
    const { user, system } = process.cpuUsage()
    writeFileSync(file, JSON.stringify({ kilobytes: Number(kilobytes), cpu: (user + system) / 1000 }))
  })
}
