import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { ensureBuilt } from './built.ts'

/** Starts a real Chromium with a clean profile. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

/** The same with a profile that is kept in a folder, as people's own browsers have one. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, launchOptions())
}

function launchOptions() {
  ensureBuilt('web')
  const executablePath = ensureChromium()
  // Chromium's sandbox refuses to run as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return { executablePath, headless: true, args: [...sandbox, ...launchArgs], timeout: 120_000 }
}

/** A page in its own browser context (no shared cookies, storage or cache), closed when the calling test ends. */
export async function openPage(options?: BrowserContextOptions): Promise<Page> {
  const page = await openSharedPage(options)
  onTestFinished(() => page.context().close())
  return page
}

/** A page for several tests; the caller closes its context. All files of a worker share one browser. */
export async function openSharedPage(options?: BrowserContextOptions): Promise<Page> {
  // A browser that crashed fails only its own test.
  if (!running || !(await running).isConnected()) running = launchChromium()
  const context = await (await running).newContext(options)
  return context.newPage()
}

let running: Promise<Browser> | undefined

/** One line per accessibility violation that axe finds on the page: rule, problem, element. */
export async function axeViolations(page: Page): Promise<string[]> {
  const others = { rules: { 'color-contrast': { enabled: false } } }
  return [...(await violations(page, 'document', others)), ...(await contrastViolations(page))]
}

/** The violations of the colour contrast rule, the only one a theme can break. */
export async function contrastViolations(page: Page): Promise<string[]> {
  await page.evaluate(markStyleSamples)
  return violations(page, `[...document.querySelectorAll('[data-style-sample]')]`, { runOnly: ['color-contrast'] })
}

async function violations(page: Page, elements: string, options: object): Promise<string[]> {
  // axe is large, so it is loaded once per page.
  if (!(await page.evaluate('window.axe !== undefined'))) await page.evaluate(axeSource)
  // Only violations are needed, and our pages have no frames.
  const runOptions = JSON.stringify({ ...options, resultTypes: ['violations'], iframes: false })
  return page.evaluate(`axe.run(${elements}, ${runOptions}).then(({ violations }) => violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => id + ': ' + help + ' (' + target.join(' ') + ')')))`)
}

// The Playwright package loads axe again for each analysis, which takes longer than most analyses; minified it takes half the time.
const here = createRequire(import.meta.url)
const { source: axeSource }: { source: string } = createRequire(here.resolve('@axe-core/playwright'))(
  'axe-core/axe.min.js',
)

/**
 * Computing the background of a text is most of axe's work, so at most three texts of each style are marked for it:
 * texts with the same font and colour over the same backgrounds.
 */
const markStyleSamples = `{
  const backgrounds = new Map()
  const backgroundOf = element => {
    if (!element) return ''
    if (!backgrounds.has(element)) {
      const { color, backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element)
      const own = [color, backgroundColor, backgroundImage, opacity, filter, position].join(' ')
      backgrounds.set(element, own + '|' + backgroundOf(element.parentElement))
    }
    return backgrounds.get(element)
  }
  const seen = new Map()
  for (const element of document.querySelectorAll('body *')) {
    element.removeAttribute('data-style-sample')
    const hasText = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
    if (!(hasText || element.matches('input, textarea, select')) || !element.checkVisibility()) continue
    const { fontSize, fontWeight, textShadow } = getComputedStyle(element)
    const style = [element.tagName, element.getAttribute('class'), fontSize, fontWeight, textShadow, backgroundOf(element)].join(' ')
    seen.set(style, (seen.get(style) ?? 0) + 1)
    if (seen.get(style) <= 3) element.setAttribute('data-style-sample', '')
  }
}`

/** Chromium features that no test needs. The list replaces Playwright's own, so it includes that one. */
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
  // Pages of the browser itself, which every new context would load beside ours.
  'PreloadTopChromeWebUI',
  'ThirdPartyStoragePartitioning',
  // Every window would load two pages for its address bar, as much work as one of our pages.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
]

const launchArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Fewer processes: with this and without the pages of the browser itself, opening a page takes a fifth less CPU time.
  '--disable-site-isolation-trials',
  `--disable-features=${disabledFeatures.join(',')}`,
  // No host name but our own resolves, so neither a page nor the browser reaches the network.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost',
]
