import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Found, fits, loaded, look } from './look.ts'
import { visitingRooms } from './room-visitor.ts'
import { shown } from './web-visitor.ts'

const { open, url, inRoom, sampleRoom } = visitingRooms()
const scene = 'Story/Scenes/SCN-01-the-keeper.md'

/** A room in which two tools were run in one session. */
async function audited() {
  const room = await sampleRoom()
  const run = (more: object) =>
    inRoom<{ session_id: string; receipt_id: string }>(room.id, 'room_tool_run', {
      id: 'file_reader',
      args: { file_path: scene },
      ...more,
    })
  const { session_id: session, receipt_id: first } = await run({})
  const { receipt_id: second } = await run({ session_id: session })
  const log = join(room.root, '.control-room/audit/sessions', session, 'tool_receipts.jsonl')
  return { ...room, session, first, second, log, page: `${room.path}/receipts` }
}

test('a session leads to its receipts, their files and the whole output, without a mouse', async () => {
  const { path, session, first, second } = await audited()
  const page = await open(path)
  await page.getByRole('link', { name: 'Audit: Verified' }).focus()
  await page.keyboard.press('Enter')
  await shown(page.getByRole('heading', { level: 1, name: 'Receipts' }))
  await page.getByLabel('Session id').focus()
  await page.keyboard.type(session)
  await page.keyboard.press('Enter')
  const shownSession = page.getByRole('region', { name: 'Session' })
  await shown(shownSession.getByText('2 receipts. Every receipt is as it was signed'), shownSession.getByText(second))
  await shownSession.locator('summary').first().focus()
  await page.keyboard.press('Enter')
  const card = shownSession.locator('details').first()
  await shown(card.getByText(first), card.getByText('file_reader').first(), card.getByText('HMAC-SHA256'))
  const full = card.getByRole('button', { name: 'Show the full output' })
  await full.focus()
  await page.keyboard.press('Enter')
  await shown(card.getByRole('region', { name: 'Full output' }).getByText('Ines counted the stairs'))
  await card.getByRole('link', { name: `${scene} lines` }).focus()
  await page.keyboard.press('Enter')
  await shown(
    page.getByRole('heading', { level: 1, name: 'SCN-01-the-keeper.md' }),
    page.locator('.raw-line.meant').first(),
  )
})

test('the log is shown and downloaded byte for byte, verified and exported', async () => {
  const { page: address, session, log } = await audited()
  const page = await open(`${address}?session=${session}`)
  await page.getByRole('button', { name: 'Show the log' }).click()
  await shown(page.getByRole('region', { name: 'The log' }).getByText('"tool_id":"file_reader"').first())
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'JSONL' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe(`${session}.jsonl`)
  expect(await text(await saved.createReadStream())).toBe(readFileSync(log, 'utf8'))
  const verify = page.getByRole('button', { name: 'Verify', exact: true })
  await verify.click()
  await shown(page.getByRole('status').getByText('Every receipt is as it was signed, and none is missing.'))
  const [zip] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  expect(zip.suggestedFilename()).toBe(`audit-${session}.zip`)
  await shown(page.getByText('The export is downloaded'))
})

test('a log that was tampered with is flagged everywhere, named by its line, and not exported', async () => {
  const { path, page: address, session, log } = await audited()
  const page = await open(`${address}?session=${session}`)
  const region = page.getByRole('region', { name: 'Session' })
  await shown(region.getByText('Verified'))
  const lines = readFileSync(log, 'utf8')
  const at = lines.lastIndexOf('the-keeper')
  writeFileSync(log, `${lines.slice(0, at)}the-keepeR${lines.slice(at + 'the-keeper'.length)}`)
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await shown(
    page.getByRole('region', { name: 'The whole audit' }).getByText('Tampered'),
    page.getByRole('list', { name: 'Sessions' }).getByText('Tampered'),
    region.getByText('Tampered').first(),
    region.getByText('bad_signature').first(),
    region.getByText(/at receipt no\. 2/).first(),
  )
  await page.getByRole('button', { name: 'Export' }).click()
  await shown(region.getByRole('alert'))
  await page.goto(`${url()}${path}`)
  await shown(page.getByRole('link', { name: 'Audit: Tampered' }), page.getByRole('link', { name: 'See which log' }))
})

test('the receipts pass axe, light and dark, and fit a narrow window', async () => {
  const { page: address, session, first, log } = await audited()
  const found: Found = {}
  const page = await open(`${address}?session=${session}&receipt=${first}`)
  await loaded(page)
  await shown(page.getByText('HMAC-SHA256'))
  await look(page, 'a receipt', found)
  writeFileSync(log, readFileSync(log, 'utf8').replace('the-keeper', 'the-keepeR'))
  await page.getByRole('button', { name: 'Verify everything' }).click()
  await shown(page.getByRole('region', { name: 'Session' }).getByText('Tampered').first())
  await look(page, 'tampered', found)
  await page.setViewportSize({ width: 380, height: 800 })
  await fits(page, 380, 'tampered')
  await page.goto(`${url()}${address}?session=nobody`)
  await shown(page.getByRole('alert'))
  expect(found).toEqual({})
})

test('the evidence of a reply shows its line, the quoted words in their file and the receipts, as text', async () => {
  const { id, root, path } = await sampleRoom()
  const answer = await inRoom<Answer>(id, 'room_ask', { message: 'What colour are the eyes of Ines?' })
  const { verdict } = answer.grounding
  const [span] = verdict.spans
  if (!span) throw new Error('The built-in responder quoted nothing.')
  const page = await open(`${path}/chat?chat=${answer.sessionId}`)
  await page.getByRole('button', { name: /^Evidence/ }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Evidence' })
  await shown(
    dialog.getByText('Accepted'),
    dialog.getByText('unchanged'),
    dialog.getByText('cited').first(),
    dialog.getByText('Verified').first(),
    dialog.getByText('HMAC-SHA256').first(),
  )
  await expect.poll(() => dialog.locator('mark').allTextContents()).toHaveLength(verdict.spans.length)
  const found: Found = {}
  await look(page, 'inspector', found)
  expect(found).toEqual({})

  const file = join(root, span.path)
  writeFileSync(file, `<b>Another</b> line.\n${readFileSync(file, 'utf8')}`)
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByRole('button', { name: /^Evidence/ }).click()
  await shown(dialog.getByText('changed since it was quoted').first(), dialog.getByText('It was quoted as:').first())
  await page.setViewportSize({ width: 380, height: 800 })
  await fits(page, 380, 'inspector')
})

interface Answer {
  sessionId: string
  grounding: { verdict: { spans: { path: string }[] } }
}
