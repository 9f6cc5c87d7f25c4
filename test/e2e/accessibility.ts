import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations, contrastViolations } from '../support/chromium.ts'
import { goTo } from './test-server.ts'

export type Found = { [place: string]: string[] }

/** Paths: one of each screen, and those of its other states. */
export interface Screens {
  main: string[]
  other: string[]
}

/** Adds the violations that axe finds in the light theme. */
export async function checkLightTheme(page: Page, place: string, found: Found): Promise<void> {
  const light = await axeViolations(page)
  if (light.length > 0) found[place] = light
}

/** The same, and contrast violations in the dark theme; a theme can break no other rule. */
export async function checkBothThemes(page: Page, place: string, found: Found): Promise<void> {
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitUntilPainted(page)
  const dark = await contrastViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (light.length + dark.length > 0) found[place] = [...light, ...dark.map(line => `dark: ${line}`)]
}

/** Opens screens one after the other and returns their violations. */
export async function checkScreens(page: Page, addresses: readonly string[], check = checkLightTheme): Promise<Found> {
  const found: Found = {}
  for (const address of addresses) {
    await goTo(page, address)
    await waitUntilLoaded(page)
    await check(page, address, found)
  }
  return found
}

/** Waits until no part of the page waits for its data or its script. */
export async function waitUntilLoaded(page: Page): Promise<void> {
  // A heading behind a dialog is hidden from role queries.
  await page.locator('h1:visible, [role="alert"]:visible').first().waitFor()
  await expect.poll(() => page.locator('[role="status"][aria-label^="Loading"], [aria-busy="true"]').count()).toBe(0)
}

export async function waitUntilPainted(page: Page): Promise<void> {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** Expects that no part of the page is wider than its window. */
export async function expectToFit(page: Page, width: number, place: string): Promise<void> {
  const wide = () => page.evaluate('document.documentElement.scrollWidth')
  await expect.poll(wide, { message: place }).toBeLessThanOrEqual(width)
}
