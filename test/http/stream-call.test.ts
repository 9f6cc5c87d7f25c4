import { describe, expect, it, onTestFinished } from 'vitest'
import { serveHttp } from '../../src/entry/http/server.ts'
import { agentHome, fixture, settledFile } from '../diary/home.ts'
import { openProgram } from '../diary/prepared.ts'

async function served() {
  const machine = agentHome()
  settledFile(machine.claude('a'), fixture('c1-basic'))
  const { app } = await openProgram(machine)
  const server = await serveHttp(app, { host: '127.0.0.1', port: 0, toolsets: ['diary'], version: '9.9.9' })
  onTestFinished(() => server.close())
  return (name: string, input: object, accept: string) =>
    fetch(`${server.url}/api/diary/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify(input),
    })
}

function eventsIn(text: string) {
  return [...text.matchAll(/event: (\w+)\ndata: (.*)\n/g)].map(([, event, data]) => ({
    event,
    data: JSON.parse(data ?? ''),
  }))
}

describe('a call that reports its progress', () => {
  it('a call that reports its progress sends counts, then the answer it would have given', async () => {
    const post = await served()
    const response = await post('diary_prepare', { date: '2026-05-12' }, 'text/event-stream')
    expect(response.headers.get('content-type')).toMatch('text/event-stream')
    const events = eventsIn(await response.text())
    const last = events.at(-1)
    expect(last).toMatchObject({ event: 'answer', data: { http: 200, body: { status: 'ok', result: 'created' } } })
    const reported = events.slice(0, -1)
    expect(reported.length).toBeGreaterThan(0)
    for (const { event, data } of reported) {
      expect(event).toBe('progress')
      expect(Object.keys(data)).toEqual(['phase', 'files', 'files_total', 'bytes', 'bytes_total'])
    }
  })

  it('a call that reports its progress says in the last event why it was refused', async () => {
    const post = await served()
    const response = await post('diary_prepare', { date: 'soon' }, 'text/event-stream')
    expect(eventsIn(await response.text())).toEqual([
      { event: 'answer', data: { http: 422, body: expect.objectContaining({ status: 'invalid' }) } },
    ])
  })

  it('a call that reports its progress answers plainly a caller that did not ask for events', async () => {
    const post = await served()
    const response = await post('diary_prepare', { date: '2026-05-12' }, '*/*')
    expect(await response.json()).toMatchObject({ status: 'ok', result: 'created' })
  })
})
