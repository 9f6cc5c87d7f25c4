import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expectVisible } from './test-server.ts'

export const assets = fileURLToPath(new URL('../../dist/web/assets', import.meta.url))

/** Opens an address and answers which paths it asked for before something was there; what is loaded for later comes after that. */
export async function askedBefore(page: Page, selector: string, address: string) {
  await page.addInitScript(`new MutationObserver((_, watch) => {
    if (!document.querySelector(${JSON.stringify(selector)})) return
    window.shownAt = performance.now()
    watch.disconnect()
  }).observe(document, { childList: true, subtree: true })`)
  await page.goto(address)
  await expectVisible(page.locator(selector).first())
  const asked: string[] = await page.evaluate(`performance.getEntriesByType('resource')
    .filter(({ startTime }) => startTime < window.shownAt).map(({ name }) => new URL(name).pathname)`)
  const scripts = asked.filter(file => /^\/assets\/.*\.js$/.test(file))
  const bytes = scripts.map(file => statSync(join(assets, `${file.slice('/assets/'.length)}.gz`)).size)
  return { asked, scripts, gzipped: bytes.reduce((sum, each) => sum + each, 0) }
}
