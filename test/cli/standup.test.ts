import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runPreloaded } from '../support/binary.ts'
import { day, tempDiary } from './temp-diary.ts'

test('the stand-up of a day is printed for the place it is pasted in, and copied', async () => {
  const { home, env } = tempDiary()
  const standup = (args: string[], more: Record<string, string> = {}) =>
    runPreloaded(['standup', ...args], { home, env: { ...env, ...more } })
  const unread = await standup([day])
  expect(unread).toMatchObject({ code: 0, stderr: expect.stringMatching(/^No report yet; reading the transcripts/) })
  expect(await standup(['2026-05-01'])).toMatchObject({
    code: 3,
    stdout: '',
    stderr: expect.stringContaining('Error: 2026-05-01 has no report; daybook today names'),
  })

  const slack = await standup([])
  expect(slack).toMatchObject({ code: 0, stderr: '' })
  expect(slack.stdout).toMatch(/^\*Tuesday, 12 May 2026 · ledger\*\n\n\*Done\*\n• /)
  expect((await standup(['--for', 'markdown', day])).stdout).toMatch(/^\*\*Tuesday, 12 May 2026 · ledger\*\*\n/)
  expect((await standup(['--for', 'email', '2026-W20'])).stdout).toMatch(/^Subject: Tuesday, 12 May 2026\n\nTuesday/)
  expect(JSON.parse((await standup(['--json', '2026-05-11..2026-05-13'])).stdout)).toEqual({
    days: [day],
    subject: 'Tuesday, 12 May 2026',
    form: 'slack',
    text: slack.stdout,
  })
  expect(await standup(['--for', 'fax'])).toMatchObject({ code: 2, stdout: '' })
  expect(await standup(['tomorrow-ish'])).toMatchObject({ code: 2, stdout: '' })
  expect(await standup(['--date', day])).toEqual(slack)
  expect(await standup(['--date', day, 'yesterday'])).toMatchObject({ code: 2, stdout: '' })

  const [tools, copied] = [join(home, 'tools'), join(home, 'copied')]
  mkdirSync(tools)
  writeFileSync(join(tools, 'pbcopy'), `#!/bin/sh\n/bin/cat > '${copied}'\n`)
  chmodSync(join(tools, 'pbcopy'), 0o755)
  expect((await standup(['--copy'], { PATH: tools })).stderr).toBe('Copied for Slack.\n')
  expect(readFileSync(copied, 'utf8')).toBe(slack.stdout)
  const without = await standup(['--copy'], { PATH: join(home, 'nothing') })
  expect(without).toMatchObject({ code: 1, stdout: slack.stdout })
  expect(without.stderr).toMatch(/^No program that sets the clipboard was found/)
})
