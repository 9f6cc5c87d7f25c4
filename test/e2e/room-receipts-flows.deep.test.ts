import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { checkLightTheme, type Found } from './accessibility.ts'
import { createAuditedRoom, keeperScene } from './room-screens.ts'
import { startRoomServer } from './room-server.ts'
import { expectVisible, goTo } from './test-server.ts'

const rooms = startRoomServer()
const { visit, createSampleRoom } = rooms

test('a keyboard user gets from a session to its receipts, their files and the whole output', async () => {
  const { path, session, first, second } = await createAuditedRoom(rooms)
  const page = await visit(path)
  await page.getByRole('link', { name: 'Audit: Verified' }).press('Enter')
  await expectVisible(page.getByRole('heading', { level: 1, name: 'Receipts' }))
  await page.getByRole('list', { name: 'Sessions' }).getByRole('link', { name: session }).press('Enter')
  const shownSession = page.getByRole('region', { name: 'Session' })
  await expectVisible(shownSession.getByText('2 receipts. Every receipt verifies'), shownSession.getByText(second))
  await shownSession.locator('summary').first().press('Enter')
  const card = shownSession.locator('details').first()
  await expectVisible(card.getByText(first), card.getByText('File reader').first(), card.getByText('HMAC-SHA256'))
  const found: Found = {}
  await checkLightTheme(page, 'a receipt', found)
  expect(found).toEqual({})
  const full = card.getByRole('button', { name: 'Show the full output' })
  await full.press('Enter')
  await expectVisible(card.getByRole('region', { name: 'Full output' }).getByText('Ines counted the stairs'))
  await card.getByRole('link', { name: `${keeperScene} lines` }).press('Enter')
  await expectVisible(
    page.getByRole('heading', { level: 1, name: 'SCN-01-the-keeper.md' }),
    page.locator('.raw-line.meant').first(),
  )
})

test('the log is shown and downloaded byte for byte, verified and exported', async () => {
  const { page: address, session, log } = await createAuditedRoom(rooms)
  const page = await visit(`${address}?session=${session}`)
  await page.getByRole('button', { name: 'Show the log' }).click()
  await expectVisible(page.getByRole('region', { name: 'The log' }).getByText('"tool_id":"file_reader"').first())
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Log as JSONL' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${session}.jsonl`)
  expect(await text(await saved.createReadStream())).toBe(readFileSync(log, 'utf8'))
  const verify = page.getByRole('button', { name: 'Verify', exact: true })
  await verify.click()
  await expectVisible(page.getByRole('status').getByText('Every receipt verifies, and none is missing.'))
  const [zip] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as ZIP' }).click(),
  ])
  expect(zip.suggestedFilename()).toBe(`audit-${session}.zip`)
  await expectVisible(page.getByText('The export is downloaded'))
})

test('a log that was tampered with is flagged everywhere, named by its line, and not exported', async () => {
  const { path, page: address, session, log } = await createAuditedRoom(rooms)
  const page = await visit(`${address}?session=${session}`)
  const region = page.getByRole('region', { name: 'Session' })
  await expectVisible(region.getByText('Verified').first())
  const lines = readFileSync(log, 'utf8')
  const at = lines.lastIndexOf('the-keeper')
  writeFileSync(log, `${lines.slice(0, at)}the-keepeR${lines.slice(at + 'the-keeper'.length)}`)
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await expectVisible(
    page.getByRole('region', { name: 'The whole audit' }).getByText('Tampered'),
    page.getByRole('list', { name: 'Sessions' }).getByText('Tampered'),
    region.getByText('Tampered').first(),
    region.getByText('bad_signature').first(),
    region.getByText(/at receipt no\. 2/).first(),
  )
  await page.getByRole('button', { name: 'Export as ZIP' }).click()
  await expectVisible(region.getByRole('alert'))
  await goTo(page, path)
  await expectVisible(
    page.getByRole('link', { name: 'Audit: Tampered' }),
    page.getByRole('link', { name: 'See which log' }),
  )
  await goTo(page, `${path}/chat`)
  await expectVisible(page.getByRole('link', { name: 'See which log' }))
})

test('the evidence of a reply shows its Evidence line, the quoted words in their file and the receipts, as text', async () => {
  const { root, path, call } = await createSampleRoom()
  const answer = await call<Answer>('room_ask', { message: 'What colour are the eyes of Ines?' })
  const { verdict } = answer.grounding
  const [span] = verdict.spans
  if (!span) throw new Error('The built-in responder quoted nothing.')
  const page = await visit(`${path}/chat?chat=${answer.sessionId}`)
  await page.getByRole('button', { name: /^Evidence/ }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Evidence' })
  await expectVisible(
    dialog.getByText('Accepted'),
    dialog.getByText('unchanged').first(),
    dialog.getByText('cited').first(),
    dialog.getByText('Verified').first(),
    dialog.getByText('HMAC-SHA256').first(),
  )
  await expect.poll(() => dialog.locator('mark').allTextContents()).toHaveLength(verdict.spans.length)

  const file = join(root, span.path)
  writeFileSync(file, `<b>Another</b> line.\n${readFileSync(file, 'utf8')}`)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: /^Evidence/ }).click()
  await expectVisible(
    dialog.getByText('changed since it was quoted').first(),
    dialog.getByText('It was quoted as:').first(),
  )
})

interface Answer {
  sessionId: string
  grounding: { verdict: { spans: { path: string }[] } }
}
