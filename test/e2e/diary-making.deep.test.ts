import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { axeViolations } from '../support/chromium.ts'
import { expectVisible, startTestServer } from './test-server.ts'

/** A fake agent that answers the checks before a run and then hangs. */
const endless = '#!/bin/sh\ncase "$1" in --version) echo 1.0.0 ;; --help) echo usage ;; *) exec sleep 600 ;; esac\n'
const day = '2026-05-12'

// These tests build on each other: the day generated in one is used in the next.
const { visit, call } = startTestServer(home => {
  const machine = agentHome(home)
  settledFile(machine.claude('c1-basic'), fixture('c1-basic'))
  const program = join(home, 'claude.sh')
  writeFileSync(program, endless)
  chmodSync(program, 0o755)
  return {
    ...machine.env,
    DAYBOOK_TIMEZONE: 'Asia/Shanghai',
    DAYBOOK_NOW: `${day}T15:00:00Z`,
    DAYBOOK_CLAUDE_BIN: program,
  }
})

test('opening a day that was not read yet reads it, without a step in between', async () => {
  const page = await visit('/diary')
  await expectVisible(page.getByText('No day is read yet'))
  const claude = page.locator('.home-row', { hasText: 'Claude Code' })
  await expectVisible(claude.getByText('found', { exact: true }), claude.getByText('1 transcript'))
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Today', exact: true }).first().click()
  await page.waitForURL(`**/diary/${day}`)
  await expectVisible(page.locator('.item-row').first(), page.getByText('the day is not over yet'))
  expect(await axeViolations(page)).toEqual([])
})

test('a run that sends data needs consent first, continues in the background and can be stopped', async () => {
  const page = await visit(`/diary/${day}?generate=true`)
  const panel = page.getByRole('dialog', { name: 'Rewrite the day' })
  await panel.getByRole('radio', { name: /Claude Code/ }).check()
  const start = panel.getByRole('button', { name: 'Start' })
  const agreed = panel.getByRole('checkbox', { name: /I agree/ })
  await expectVisible(agreed)
  await expect.poll(() => start.isDisabled()).toBe(true)
  await panel.getByLabel('Existing evidence').selectOption({ label: 'Move it away and start over' })
  await agreed.check()
  await start.click()
  await expectVisible(panel.getByText(/Working on evidence/))

  await panel.getByRole('button', { name: 'Continue in the background' }).click()
  await expectVisible(page.getByText('A run is writing this day.'))
  await panel.waitFor({ state: 'detached' })
  const { run } = await call<{ run: { state: string } }>('diary_status', { date: day })
  expect(run.state).toBe('running')

  await page.getByRole('link', { name: 'Show the run' }).click()
  await panel.getByRole('button', { name: 'Stop the run' }).click()
  await panel.getByText('The run was stopped. What it has written stays.').waitFor()
  await panel.getByRole('button', { name: 'Generate again' }).click()
  await expectVisible(start)
})
