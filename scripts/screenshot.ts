// node scripts/run-ts.mjs scripts/screenshot.ts: takes the README's picture of the built web client on the sample project.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openApp } from '../src/app.ts'
import { serveHttp } from '../src/entry/http/server.ts'
import { version } from '../src/kernel/version.ts'
import { seedSample } from '../src/sample/seed.ts'
import { launchChromium } from '../test/support/chromium.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const picture = join(root, 'docs/images/overview.png')
const [path = '/p/sample/records'] = process.argv.slice(2)

const home = mkdtempSync(join(tmpdir(), 'daybook-screenshot-'))
const app = await openApp({ location: join(home, 'daybook.db') })
await seedSample(app)
const server = await serveHttp(app, {
  host: '127.0.0.1',
  port: 0,
  version,
  toolsets: ['records'],
  webRoot: join(root, 'dist/web'),
})
const browser = await launchChromium()
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' })
  await page.goto(new URL(path, server.url).href)
  // The page is still once its skeletons have given way and its fonts are there; the live feed never ends.
  await page.waitForLoadState('load')
  await page.waitForTimeout(1500)
  await page.evaluate('document.fonts.ready')
  mkdirSync(dirname(picture), { recursive: true })
  writeFileSync(picture, await page.screenshot())
  process.stderr.write(`${picture}: ${page.url()}\n`)
} finally {
  await browser.close()
  await server.close()
  await app.close()
  rmSync(home, { recursive: true, force: true })
}
