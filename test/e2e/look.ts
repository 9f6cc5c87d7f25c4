import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeViolations, contrastViolations } from '../support/chromium.ts'
import { goTo } from './web-visitor.ts'

export type Found = { [place: string]: string[] }

/** Addresses: one of each screen, and those of its other looks. */
export interface Screens {
  main: string[]
  other: string[]
}

/** Everything that axe finds here in the light theme. */
export async function lookInLight(page: Page, place: string, found: Found): Promise<void> {
  const light = await axeViolations(page)
  if (light.length > 0) found[place] = light
}

/** The same, then the one rule that a theme can break in the dark one. */
export async function look(page: Page, place: string, found: Found): Promise<void> {
  const light = await axeViolations(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await painted(page)
  const dark = await contrastViolations(page)
  await page.emulateMedia({ colorScheme: 'light' })
  if (light.length + dark.length > 0) found[place] = [...light, ...dark.map(line => `dark: ${line}`)]
}

/** What is found on screens that are opened one after the other. */
export async function lookAtScreens(page: Page, addresses: readonly string[], lookAt = lookInLight): Promise<Found> {
  const found: Found = {}
  for (const address of addresses) {
    await goTo(page, address)
    await loaded(page)
    await lookAt(page, address, found)
  }
  return found
}

/** Once what a page shows is no longer being loaded. */
export async function loaded(page: Page): Promise<void> {
  // Behind a dialog a heading is hidden from those who ask for roles.
  await page.locator('h1:visible, [role="alert"]:visible').first().waitFor()
  await expect.poll(() => page.locator('[role="status"][aria-label^="Loading"]').count()).toBe(0)
}

export async function painted(page: Page): Promise<void> {
  await page.evaluate('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

/** No part of the page is wider than its window. */
export async function fits(page: Page, width: number, place: string): Promise<void> {
  const wide = () => page.evaluate('document.documentElement.scrollWidth')
  await expect.poll(wide, { message: place }).toBeLessThanOrEqual(width)
}
