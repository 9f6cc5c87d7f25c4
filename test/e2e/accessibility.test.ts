import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSharedPage } from '../support/chromium.ts'
import { checkBothThemes, type Found } from './accessibility.ts'

const html = (style: string, body: string) =>
  `<!doctype html><html lang="en"><title>Test</title><style>${style}</style><main><h1>Test</h1>${body}</main></html>`
const rows = '<p class="row">Words</p>'.repeat(20)

let page: Page
beforeAll(async () => {
  page = await openSharedPage()
})
afterAll(() => page?.context().close())

async function foundOn(text: string): Promise<string[]> {
  await page.setContent(text)
  const found: Found = {}
  await checkBothThemes(page, 'here', found)
  return found.here ?? []
}

test('an accessible page has no violations', async () => {
  expect(await foundOn(html('', rows))).toEqual([])
})

test('low contrast is found, even if only the background differs from its neighbours’', async () => {
  const faint = html('.row { color: #767676 } .ground { background: #777 }', `${rows}<div class="ground">${rows}</div>`)
  const found = await foundOn(faint)
  expect(found.filter(line => line.startsWith('color-contrast: '))).toHaveLength(3)
})

test('low contrast in the dark theme only is found', async () => {
  const style = '@media (prefers-color-scheme: dark) { body { background: #111 } p { color: #222 } h1 { color: #fff } }'
  const [first] = await foundOn(html(style, rows))
  expect(first).toMatch(/^dark: color-contrast: /)
})

test('other violations are found in any element', async () => {
  expect(await foundOn(html('', `${rows}<img src="data:,">`))).toEqual([
    expect.stringMatching(/^image-alt: .* \(img\)$/),
  ])
})
