import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPage } from '../support/chromium.ts'
import { tempHome } from '../support/tempdir.ts'
import { serving } from './serving.ts'

test('a link in a foreign page signs a browser in after one click, and the token leaves the address', async () => {
  const webRoot = join(tempHome(), 'web')
  mkdirSync(webRoot)
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Opened</title><script src="/whoami.js"></script>')
  writeFileSync(
    join(webRoot, 'whoami.js'),
    `fetch('/api/records/list_projects').then(answer => { document.title += ' ' + answer.status })`,
  )
  const { url } = await serving({ token: 'open-sesame', webRoot })
  const mail = createServer((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<a href="${url}/projects/orchard?token=open-sesame">Our Daybook</a>`)
  }).listen(0, 'localhost')
  onTestFinished(() => void mail.close())
  await once(mail, 'listening')
  // A listening TCP server has an AddressInfo; its name is another site than 127.0.0.1.
  const { port } = mail.address() as AddressInfo
  const page = await openPage()

  await page.goto(`http://localhost:${port}/`)
  await page.click('a')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.waitForURL(`${url}/projects/orchard`)
  await expect.poll(() => page.title()).toBe('Opened 200')
})

test('a browser without a token is asked for one, sees when it is wrong, and is let in with the right one', async () => {
  const webRoot = join(tempHome(), 'web')
  mkdirSync(webRoot)
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Opened</title>')
  const { url } = await serving({ token: 'open-sesame', webRoot })
  const page = await openPage()

  await page.goto(`${url}/projects/orchard`)
  await page.getByLabel('Token').fill('guess')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'That token is not known here' }).waitFor()
  await page.getByLabel('Token').fill('open-sesame')
  await page.getByRole('button', { name: 'Open' }).click()
  await page.waitForURL(`${url}/projects/orchard`)
  await expect.poll(() => page.title()).toBe('Opened')
})
