import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { axeViolations } from '../support/chromium.ts'
import { shown, visiting } from './web-visitor.ts'

/** Answers what it is asked before a run, and then never comes to an end. */
const endless = '#!/bin/sh\ncase "$1" in --version) echo 1.0.0 ;; --help) echo usage ;; *) exec sleep 600 ;; esac\n'
const day = '2026-05-12'

// The tests of this file follow each other: the day that is made in one is worked on in the next.
const { visit, call } = visiting(home => {
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

test('an empty diary shows the transcript homes and makes the report of today, step by step', async () => {
  const page = await visit('/diary')
  await shown(page.getByText('No day is prepared yet'))
  const claude = page.locator('.home-row', { hasText: 'Claude Code' })
  await shown(claude.getByText('found', { exact: true }), claude.getByText('1 transcript'))
  await shown(page.locator('.home-row', { hasText: 'Codex' }).getByText('not there'))
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Prepare today' }).click()
  await page.waitForURL(`**/diary/${day}`)
  await shown(page.getByText('No report yet'), page.getByText('partial'))
  expect(await axeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Generate the report' }).click()
  const panel = page.getByRole('dialog', { name: 'Generate' })
  await shown(
    panel.getByRole('radio', { name: /Built-in reader/, checked: true }),
    panel.getByText('free', { exact: true }),
  )
  await expect.poll(() => panel.getByRole('radio', { name: /Codex/ }).isDisabled()).toBe(true)
  await panel.getByRole('button', { name: 'Start' }).click()
  await shown(panel.getByText('The report is ready.'), panel.getByRole('progressbar').first())
  expect(await axeViolations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Show the day' }).click()
  await shown(page.locator('.item-row').first())
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await shown(page.getByRole('status').getByText(`${day} is up to date`))
})

test('what leaves the machine is agreed to first, and a run can be left, found again and stopped', async () => {
  const page = await visit(`/diary/${day}?generate=true`)
  const panel = page.getByRole('dialog', { name: 'Generate' })
  await panel.getByRole('radio', { name: /Claude Code/ }).check()
  const start = panel.getByRole('button', { name: 'Start' })
  const agreed = panel.getByRole('checkbox', { name: /I agree/ })
  await shown(agreed)
  await expect.poll(() => start.isDisabled()).toBe(true)
  await panel.getByLabel('What exists already').selectOption({ label: 'Set it aside, start over' })
  await agreed.check()
  await start.click()
  await shown(panel.getByText(/Working on evidence/))

  await panel.getByRole('button', { name: 'Continue in the background' }).click()
  await shown(page.getByText('A run is writing this day.'))
  await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).count()).toBe(0)
  await panel.waitFor({ state: 'detached' })
  const { run } = await call<{ run: { state: string } }>('diary_status', { date: day })
  expect(run.state).toBe('running')

  await page.getByRole('link', { name: 'Show the run' }).click()
  await panel.getByRole('button', { name: 'Stop the run' }).click()
  await panel.getByText('The run was stopped. What it has written stays.').waitFor()
  await panel.getByRole('button', { name: 'Generate again' }).click()
  await shown(start)
})
