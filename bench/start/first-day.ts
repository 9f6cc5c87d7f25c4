import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { launchChromium, launchProfile } from '../../test/support/chromium.ts'
import { roots } from '../diary/daybook.ts'
import { inventHome } from '../diary/home.ts'
import { atMost, type Figure, isMet } from '../harness/figure.ts'
import { projectRoot } from '../harness/workspace.ts'
import type { Bench } from './measure.ts'

const began = Date.parse('2026-08-01T00:00:00Z')
const days = 43
const sizes = Array.from({ length: 300 }, (_, n) => (n % 10 === 0 ? 7_000_000 : n % 2 === 0 ? 1_000_000 : 400_000))

/** S4 and S5: from the command to the own day on the screen, and how soon its page can be used when it is opened again. */
export async function measureFirstDay({ runs, workspace, say }: Bench): Promise<Figure[]> {
  say('S4: inventing 300 sessions')
  const home = inventHome(workspace.folder('many'), sizes, began, days - 2)
  settleTimes(home.folder)
  const browser = await launchChromium()
  const [shown, cpus, opened, openedBefore]: [number[], number[], number[], number[]] = [[], [], [], []]
  try {
    for (let run = 0; run <= Math.min(runs, 3); run++) {
      const state = workspace.folder('state')
      const page = await browser.newPage()
      await watchFirstItem(page)
      const start = performance.now()
      const server = startDaybook(state, { ...roots(home.claude, home.codex) })
      const address = await server.address
      await page.goto(address)
      await page.locator('.item-row').first().waitFor({ timeout: 120_000 })
      const seconds = (performance.now() - start) / 1000
      const cpu = cpuSeconds(server.child)
      const again = [await openedIn(page, address), await openedIn(page, address), await openedIn(page, address)]
      const kept = await openedInProfile(address)
      say(
        `S4: ${seconds.toFixed(1)} s, CPU of the server ${cpu.toFixed(1)} s; S5: ${again.map(Math.round).join(', ')} ms, with a profile ${kept.map(Math.round).join(', ')} ms`,
      )
      // The first run warms the disk cache and does not count.
      if (run > 0) {
        shown.push(seconds)
        cpus.push(cpu)
        opened.push(...again)
        openedBefore.push(...kept)
      }
      await page.close()
      server.child.kill('SIGTERM')
      await once(server.child, 'exit')
      rmSync(state, { recursive: true, force: true })
    }
  } finally {
    await browser.close()
  }
  const work = `300 sessions, ${Math.round(home.bytes / 1e6)} MB, ${days} days; CPU of the server until then ${Math.min(...cpus).toFixed(1)} s; load ${loadavg()[0]?.toFixed(1)}`
  return [
    figure('S4', 'daybook start to the own day on the screen, best of three', Math.min(...shown), ' s', 6, work),
    figure('S5', 'the page of a day opened again, to its first item, best', Math.min(...opened), ' ms', 300, work),
    figure('S5', 'the same in a browser with a profile, best', Math.min(...openedBefore), ' ms', 300, work),
  ]
}

function figure(id: string, measure: string, value: number, unit: ' s' | ' ms', most: number, work: string): Figure {
  const target = atMost(most)
  return { id, measure, subject: '', baseline: '', value, unit, target, met: isMet(value, target), work }
}

/** Agents write a file until its last turn; what is newer than a day is read first. */
function settleTimes(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.jsonl')) continue
    const path = join(folder, name)
    const last = /"timestamp":"([^"]+)"(?!.*"timestamp":")/s.exec(readFileSync(path, 'utf8').slice(-200_000))?.[1]
    const at = Date.parse(last ?? '') / 1000
    if (!Number.isNaN(at)) utimesSync(path, at, at)
  }
}

function startDaybook(state: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [join(projectRoot, 'bin/daybook.js'), 'start', '--no-open', '--port', '0'], {
    env: { ...process.env, ...env, DAYBOOK_HOME: state, DAYBOOK_TIMEZONE: 'UTC', DAYBOOK_NOW: '2026-09-13T08:00:00Z' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const address = new Promise<string>((found, failed) => {
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      const url = /→ (\S+)\n/.exec(text)?.[1]
      if (url) found(url)
    })
    child.once('exit', () => failed(new Error(`daybook start ended: ${text}`)))
  })
  return { child, address }
}

/** User and system time of the process so far, from Linux's own count of hundredths of a second. */
function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** Tells when the first item is shown, as the page itself sees it. */
function watchFirstItem(page: Page): Promise<unknown> {
  return page.addInitScript(`(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector('.item-row')) return
      seen.disconnect()
      requestAnimationFrame(() => { window.shownAt = performance.now() })
    })
    seen.observe(document, { childList: true, subtree: true })
  })()`)
}

/** Milliseconds from the navigation to the first item. */
async function openedIn(page: Page, address: string): Promise<number> {
  await page.goto('about:blank')
  await page.goto(address)
  // Looking for the item meanwhile would be work in the very page that is measured.
  for (let waited = 0; waited < mostMs; waited += settledMs) {
    await sleep(settledMs)
    // The page's own policy forbids what a waiting by its script would take.
    const shown = Number(await page.evaluate('window.shownAt ?? 0'))
    if (shown > 0) return shown
  }
  throw new Error(`No item was shown within ${mostMs / 1000} s.`)
}

const settledMs = 1500
const mostMs = 60_000

/** The same in a browser with a profile of its own, as people use it: it keeps files and, from the third visit on, compiled scripts. */
async function openedInProfile(address: string): Promise<number[]> {
  const profile = mkdtempSync(join(tmpdir(), 'daybook-bench-profile-'))
  const context = await launchProfile(profile)
  try {
    const page = await context.newPage()
    await watchFirstItem(page)
    const times: number[] = []
    for (let visit = 0; visit < visitsBefore + 3; visit++) times.push(await openedIn(page, address))
    return times.slice(visitsBefore)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

const visitsBefore = 4
