import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ledger } from '../diary/build-workspace.ts'
import { filesHolding, kept, linesSaying, secret } from '../diary/forgetting.ts'
import { settledFile } from '../diary/home.ts'
import { session } from '../fixtures/transcripts/claude-code/builders.ts'
import { checkLightTheme, type Found } from './accessibility.ts'
import { expectFocused, expectVisible, startTestServer } from './test-server.ts'

interface Turn {
  start_line: number
  end_line: number
  span_sha256: string
}

const date = '2026-05-12'
const word = 'xylophone'
const pathOf = (home: string, id: string) => join(home, 'claude', '-fake-ledger', `${id}.jsonl`)

const { home, visit, call } = startTestServer(home => {
  mkdirSync(join(home, 'claude'))
  settledFile(pathOf(home, kept), session(...linesSaying('harmless', kept)))
  settledFile(pathOf(home, secret), session(...linesSaying(word, secret, '2026-05-12T03')))
  return { DAYBOOK_CLAUDE_ROOTS: join(home, 'claude'), DAYBOOK_CODEX_ROOTS: '', DAYBOOK_TIMEZONE: 'UTC' }
})

test('a session is forgotten from its page, after a dialog that says what cites it, and the sources list it', async () => {
  const { run_id } = await call('diary_generate', { date })
  await expect.poll(async () => (await call('diary_run', { run_id })).state, { timeout: 30_000 }).toBe('complete')
  const ref = `diary:${date}/${ledger}/S0002`
  const { turns } = await call<{ turns: Turn[] }>('diary_session', { date, project_key: ledger, session_ref: 'S0002' })
  const evidence = turns.slice(0, 1).map(({ start_line, end_line, span_sha256: sha256 }) => {
    return { kind: 'transcript', ref, lines: `${start_line}-${end_line}`, sha256 }
  })
  const cited = { type: 'conclusion', title: 'It was so', summary: 'Shown.', body: 'By lines.', metadata: { evidence } }
  const { record } = await call<{ record: { id: string; project_id: string } }>('create_record', cited)

  const page = await visit(`/diary/${date}/${ledger}/S0002`)
  const opener = page.getByRole('button', { name: 'Forget this session' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Forget this session?' })
  await expectVisible(
    dialog.getByText(/2 turns, \d work item/),
    dialog.getByText(new RegExp(`^Record ${record.id} of `)),
    dialog.getByText(pathOf(home, secret)),
  )
  const found: Found = {}
  await checkLightTheme(page, 'dialog', found)
  expect(found).toEqual({})
  await page.keyboard.press('Escape')
  await expectFocused(opener)
  expect(existsSync(join(home, 'forgotten'))).toBe(false)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason').fill('not for the archive')
  await expect.poll(() => dialog.getByRole('button', { name: 'Forget session' }).isEnabled()).toBe(true)
  await page.keyboard.press('Enter')

  await expectVisible(page.getByRole('status').getByText('The session is forgotten'))
  const list = page.getByRole('region', { name: 'Forgotten sessions' })
  await expectVisible(list.getByText(secret), list.getByText(/not for the archive/))
  expect(filesHolding(home, word)).toEqual([])
  expect(existsSync(pathOf(home, secret))).toBe(true)

  await page.goto(new URL(`/diary/${date}/${ledger}/S0002`, page.url()).href)
  await expectVisible(page.getByText(/this session was forgotten/i))
  await page.goto(new URL(`/diary/${date}`, page.url()).href)
  await expectVisible(page.getByText('1 session was forgotten, and its 2 turns are in no other count.'))
  await page.goto(new URL(`/p/${record.project_id}/records/${record.id}`, page.url()).href)
  await expectVisible(page.getByRole('list', { name: 'Evidence' }).getByText('forgotten'))
})
