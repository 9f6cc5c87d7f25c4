import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentPolicy } from '../../src/diary/report/html/page.ts'
import { write } from '../diary/build-workspace.ts'
import { openRenderedDay } from '../diary/report-day.ts'
import { tempHome } from '../support/tempdir.ts'
import { member, send, serving } from './serving.ts'

/** A server over a rendered day. */
async function serveDay() {
  const testDiary = await openRenderedDay()
  const webRoot = tempHome()
  write(join(webRoot, 'index.html'), '<!doctype html><title>the page</title>')
  const served = await serving({ toolsets: ['records', 'diary'], webRoot })
  served.app.diary.root = testDiary.app.diary.root
  return { testDiary, ...served }
}

test('the written report is served under its own policy, byte for byte', async () => {
  const { testDiary, port } = await serveDay()
  const page = await send(port, '/diary/2026-05-12/report.html')
  expect(page.status).toBe(200)
  expect(page.text).toBe(readFileSync(join(testDiary.root, 'report.html'), 'utf8'))
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': contentPolicy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(contentPolicy).toBe("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
  const text = await send(port, '/diary/2026-05-12/report.md')
  expect(text.headers['content-type']).toBe('text/markdown; charset=utf-8')
  expect(text.text).toBe(readFileSync(join(testDiary.root, 'report.md'), 'utf8'))
  expect((await send(port, '/diary/2026-05-12/report.html', { method: 'HEAD' })).text).toBe('')
  expect((await send(port, '/diary/2026-05-12/report.html', { method: 'POST' })).status).toBe(405)
})

test('every other address of the diary belongs to the page', async () => {
  const { port } = await serveDay()
  for (const path of ['/diary', '/diary/2026-05-12', '/diary/2026-05-12/ledger-d7579830878a', '/diary/sources']) {
    const answer = await send(port, path, { headers: { accept: 'text/html' } })
    expect(answer.text, path).toContain('the page')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  }
})

test('the page of a day comes with its report, which no text in it can end and no browser keeps', async () => {
  const { port, testDiary } = await serveDay()
  const file = join(testDiary.root, 'daily-report.json')
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const hostile = '</script><script>alert(1)</script><!--'
  write(file, JSON.stringify({ ...report, title: { ...report.title, text: hostile } }))
  const args = { date: '2026-05-12' }
  const answerOf = async (name: string) => {
    const headers = { 'content-type': 'application/json' }
    return (await send(port, `/api/diary/${name}`, { method: 'POST', headers, body: JSON.stringify(args) })).json()
  }
  const page = await send(port, '/diary/2026-05-12')
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(earlyIn(page.text)).toEqual([
    [`/api/diary/diary_report ${JSON.stringify(args)}`, 200, await answerOf('diary_report')],
  ])
  expect(page.text).not.toContain('<script>alert')
  expect(page.text.match(/<\/script>/g)).toHaveLength(1)
})

test('a day that was not read or may not be read comes with that refusal, so that the page asks for nothing in vain', async () => {
  const { port, app } = await serveDay()
  const { headers } = await member(app, 'ana', 'default', 'admin')
  for (const [path, sent, status] of [
    ['/diary/2026-05-13', {}, 422],
    ['/diary/2026-13-45', {}, 422],
    ['/diary/2026-05-12', { headers }, 403],
  ] as const) {
    const page = await send(port, path, sent)
    const date = path.slice('/diary/'.length)
    expect(earlyIn(page.text), path).toEqual([
      [`/api/diary/diary_status {"date":"${date}"}`, status, expect.objectContaining({ errors: expect.anything() })],
    ])
  }
  expect((await send(port, '/diary')).text).toBe('<!doctype html><title>the page</title>')
})

function earlyIn(page: string): unknown {
  return JSON.parse(/<script type="application\/json" id="early-answers">(.*?)<\/script>/.exec(page)?.[1] ?? 'null')
}

test('a day without a report, an impossible one and other files are not found', async () => {
  const { port } = await serveDay()
  expect((await send(port, '/diary/2026-05-13/report.html')).json()).toMatchObject({
    status: 'invalid',
    errors: [{ path: 'request', hint: expect.stringContaining('daybook diary render') }],
  })
  for (const path of [
    '/diary/2026-05-13/report.html',
    '/diary/2026-13-45/report.md',
    '/diary/2026-05-12/daily-report.json',
    '/diary/2026-05-12/..%2f2026-05-12%2freport.html',
  ]) {
    expect((await send(port, path)).status, path).toBe(404)
  }
})

test('only the person at the machine may read the file of a report', async () => {
  const { app, port } = await serveDay()
  const { headers } = await member(app, 'anna', 'default', 'admin')
  const answer = await send(port, '/diary/2026-05-12/report.html', { headers })
  expect(answer.status).toBe(403)
  expect(answer.text).not.toContain('<html')
})

test('a server without the diary has no reports', async () => {
  const testDiary = await openRenderedDay()
  const { app, port } = await serving({ toolsets: ['records'] })
  app.diary.root = testDiary.app.diary.root
  expect((await send(port, '/diary/2026-05-12/report.md')).status).toBe(404)
})
