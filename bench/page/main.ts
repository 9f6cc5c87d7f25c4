// npm run bench:page [-- --runs 5]: how soon the first screen answers on a slow machine behind a slow line.
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from '../../test/support/binary.ts'
import { launchChromium } from '../../test/support/chromium.ts'

const bytesPerSecond = 200 * 1024
const slower = 6
const target = 3

const { values: flags } = parseArgs({ options: { runs: { type: 'string', default: '5' } } })
const home = mkdtempSync(join(tmpdir(), 'daybook-bench-'))
const server = await startServer({ home })
const browser = await launchChromium()
try {
  const runs = []
  for (let run = 0; run < Number(flags.runs); run++) runs.push(await measure())
  const middle = runs.toSorted((a, b) => a.seconds - b.seconds)[Math.floor(runs.length / 2)]
  const load = (loadavg()[0] ?? 0).toFixed(1)
  process.stdout.write(
    `${middle?.seconds.toFixed(2)} s until the first screen answers (target ${target} s), median of ${runs.length}; ` +
      `${Math.round((middle?.bytes ?? 0) / 1000)} kB, ${middle?.cpu.toFixed(2)} s of CPU, load ${load}\n`,
  )
  process.exitCode = (middle?.seconds ?? target + 1) < target ? 0 : 1
} finally {
  await browser.close()
  await server.stop()
  rmSync(home, { recursive: true, force: true })
}

/**
 * CPU time of the page's thread, six times as long, and the bytes at that rate: unlike a clock beside other work it tells
 * the same on a busy machine. Fonts are left out, because text is drawn without them.
 */
async function measure(): Promise<{ seconds: number; bytes: number; cpu: number }> {
  const context = await browser.newContext({ viewport: { width: 1360, height: 900 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const fonts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Font' && fonts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!fonts.has(requestId)) bytes += encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(server.url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  const cpu = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN
  await context.close()
  return { seconds: bytes / bytesPerSecond + slower * cpu, bytes, cpu }
}
