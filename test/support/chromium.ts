import { createRequire } from 'node:module'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { ensureBuilt } from './built.ts'

/** Starts a real Chromium with a clean profile. */
export async function launchChromium(): Promise<Browser> {
  ensureBuilt('web')
  const executablePath = ensureChromium()
  // Chromium's sandbox refuses to run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath, headless: true, args: [...sandbox, ...quiet], timeout: 120_000 })
}

/**
 * A page for the test that calls this, and gone with it: in a context of its own, so no cookies, storage or cache are
 * shared with other pages.
 */
export async function openPage(options?: BrowserContextOptions): Promise<Page> {
  const page = await openLastingPage(options)
  onTestFinished(() => page.context().close())
  return page
}

/** The same for several tests; whoever opens it closes its context. The browser is one for all the files of a worker. */
export async function openLastingPage(options?: BrowserContextOptions): Promise<Page> {
  // One that crashed takes only its own test with it.
  if (!running || !(await running).isConnected()) running = launchChromium()
  const context = await (await running).newContext(options)
  return context.newPage()
}

let running: Promise<Browser> | undefined

/** One line per accessibility violation that axe finds on the page: rule, fault, place. */
export async function axeViolations(page: Page): Promise<string[]> {
  const others = { rules: { 'color-contrast': { enabled: false } } }
  return [...(await violations(page, 'document', others)), ...(await contrastViolations(page))]
}

/** The same of the one rule that a theme can break. */
export async function contrastViolations(page: Page): Promise<string[]> {
  await page.evaluate(markLooks)
  return violations(page, `[...document.querySelectorAll('[data-look]')]`, { runOnly: ['color-contrast'] })
}

async function violations(page: Page, elements: string, options: object): Promise<string[]> {
  // It is large, and stays for as long as the page does.
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(axeSource)
  // What passes is not asked for, and our pages hold no frames.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false })
  return page.evaluate(`axe.run(${elements}, ${asked}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => id + ': ' + help + ' (' + target.join(' ') + ')')))`)
}

// Its package for Playwright loads it anew for each look at a page, which takes longer than many a look.
const here = createRequire(import.meta.url)
const { source: axeSource }: { source: string } = createRequire(here.resolve('@axe-core/playwright'))('axe-core')

/**
 * Finding out what lies behind a text is most of axe's work, so it looks at three texts of each look: those with the
 * same letters on the same grounds, down to the page.
 */
const markLooks = `{
  const grounds = new Map()
  const groundOf = element => {
    if (!element) return ''
    if (!grounds.has(element)) {
      const { color, backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
      const own = [color, backgroundColor, backgroundImage, opacity, filter, position].join(' ')
      grounds.set(element, own + '|' + groundOf(element.parentElement))
    }
    return grounds.get(element)
  }
  const seen = new Map()
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute('data-look')
    const says = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    if (!(says || element.matches('input, textarea, select')) || !element.checkVisibility()) continue
    const { fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const look = [element.tagName, element.getAttribute('class'), fontSize, fontWeight, textShadow, groundOf(element)].join(' ')
    seen.set(look, (seen.get(look) ?? 0) + 1)
    if (seen.get(look) <= 3) element.setAttribute('data-look', '')
  }
}`

/** Parts of Chromium that no test needs. The list replaces Playwright's own, so it holds what that one holds. */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  // Every window would load two pages for its address bar, which takes as much work as a page of ours.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join(',')}`,
  // Whatever a page or the browser itself wants from elsewhere, no name leads there.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]
