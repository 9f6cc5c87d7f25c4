import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished, TestRunner } from 'vitest'
import { findChromium, howToInstall } from '../../scripts/chromium.mjs'

/** Starts a real Chromium with a clean profile. In a test it is closed when the test ends; elsewhere call close(). */
export async function launchChromium() {
  const executablePath = findChromium()
  if (!executablePath) throw new Error(howToInstall)
  // Chromium's sandbox refuses to run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = await chromium.launch({ executablePath, headless: true, args: [...sandbox, ...quiet] })
  if (TestRunner.getCurrentTest()) onTestFinished(() => browser.close())
  return {
    browser,
    close: () => browser.close(),
    /** A page in a context of its own: no cookies, storage or cache shared with other pages. */
    async page(options?: BrowserContextOptions): Promise<Page> {
      const context = await browser.newContext(options)
      return context.newPage()
    },
  }
}

/** One line per accessibility violation that axe finds on the page, by these rules or by all: rule, fault, place. */
export async function axeViolations(page: Page, rules: string[] = []): Promise<string[]> {
  // Our pages hold no frames, so axe need not open a second page to gather their results.
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules.length > 0 ? axe.withRules(rules) : axe).analyze()
  return violations.flatMap(({ id, help, nodes }) => nodes.map(node => `${id}: ${help} (${node.target.join(' ')})`))
}

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
