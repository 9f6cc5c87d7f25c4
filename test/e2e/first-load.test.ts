import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ensureBuilt } from '../support/built.ts'
import { askedBefore, assets } from './first-scripts.ts'
import { expectVisible, startTestServer } from './test-server.ts'

const { open, url, createProject, startChat } = startTestServer()

it('the first screen needs at most 25 requests and 120 kB of gzipped scripts', async () => {
  const { asked, scripts, gzipped } = await askedBefore(await open(''), 'main h1', url())
  expect(asked.length).toBeLessThanOrEqual(25)
  expect(scripts.length).toBeGreaterThan(1)
  expect(gzipped).toBeLessThanOrEqual(120_000)
})

it('every script of the page runs, whichever is asked for first', async () => {
  const page = await open('')
  await expectVisible(page.getByRole('heading', { level: 1 }))
  const scripts = readdirSync(assets).filter(file => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  // The parts of a page may have been put together so that one needs another that needs it in turn.
  expect(
    await page.evaluate(`Promise.all(${JSON.stringify(scripts)}.map(file =>
    import('/assets/' + file).then(() => [], error => [file + ': ' + error]))).then(faults => faults.flat())`),
  ).toEqual([])
})

it('no script of the page has zod in it', () => {
  ensureBuilt('web')
  const scripts = readdirSync(assets).filter(file => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(10)
  expect(scripts.filter(file => /ZodError|_zod\b/.test(readFileSync(join(assets, file), 'utf8')))).toEqual([])
})

it('files of the page are sent compressed, kept for good, and not sent again while they are the same', async () => {
  const script = readdirSync(assets).find(file => /^vendor-.*\.js$/.test(file))
  const get = (headers: Record<string, string>) => fetch(`${url()}/assets/${script}`, { headers })
  const answers = await Promise.all(
    ['br', 'gzip', 'identity', 'gzip;q=0'].map(each => get({ 'accept-encoding': each })),
  )
  expect(answers.map(({ headers }) => headers.get('content-encoding'))).toEqual(['br', 'gzip', null, null])
  for (const { headers } of answers) {
    expect(headers.get('cache-control')).toContain('immutable')
    expect(headers.get('vary')).toBe('Accept-Encoding')
  }
  const texts = await Promise.all(answers.map(answer => answer.text()))
  expect(new Set(texts).size).toBe(1)
  const tag = answers[0]?.headers.get('etag') ?? ''
  expect(tag).not.toBe(answers[1]?.headers.get('etag'))
  expect((await get({ 'accept-encoding': 'br', 'if-none-match': tag })).status).toBe(304)
})

it('a frame is shown before the script has run', async () => {
  const page = await open('')
  await page.route('**/assets/*.js', route => route.abort())
  await page.goto(url())
  await expectVisible(page.getByRole('status', { name: 'Loading Daybook' }))
})

it('a screen that cannot be loaded while the server is away fails inside the frame, and is loaded when it is back', async () => {
  const { path } = await createProject()
  const page = await open(path)
  await expectVisible(page.getByRole('heading', { level: 1 }))
  await withoutScripts(page, async () => {
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await expectVisible(
      page.getByText('This screen could not be loaded.'),
      page.getByRole('link', { name: 'Overview' }),
    )
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Settings' }))
})

it('what a chip opens and cannot be loaded while the server is away leaves the record on the screen', async () => {
  const { id, path } = await createProject()
  const evidence = [{ kind: 'file', ref: 'plan.md' }]
  const record = await startChat(id).write({ title: 'Kept on the screen', metadata: { evidence } })
  const page = await open(`${path}/${record.id}`)
  const chip = page.getByRole('list', { name: 'Evidence' }).getByRole('button', { name: /plan\.md/ })
  await expectVisible(chip)
  await withoutScripts(page, async () => {
    await chip.click()
    await expectVisible(
      page.getByText('This screen could not be loaded.'),
      page.getByRole('heading', { level: 1, name: 'Kept on the screen' }),
    )
  })
})

async function withoutScripts(page: Page, act: () => Promise<void>): Promise<void> {
  await page.route('**/assets/*', route => route.abort())
  await act()
  await page.unroute('**/assets/*')
}
