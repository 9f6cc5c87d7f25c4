import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { date, followRun, type Machine, machineWithWork, withForms } from './work.ts'

let machine: Machine
beforeAll(async () => {
  machine = await machineWithWork()
})
afterAll(() => machine.close())

const noTasks = { capabilities: {} }

it('over HTTP a client of 2026-07-28 is given a task for a run, and finds its result where it looks', () =>
  followRun(machine, machine.http))

it('a client that does not know tasks is answered as ever', async () => {
  const { client, look } = await machine.current(machine.http, noTasks)
  const { structuredContent } = await client.callTool({ name: 'diary_generate', arguments: { date } })
  expect(structuredContent).toEqual({ status: 'started', run_id: expect.stringMatching(/^run-2026-05-12-/) })
  await expect(look('run-1')).rejects.toMatchObject({ code: -32021 })
  // The next run of the day would find nothing left to write while this one goes on.
  const { run_id } = Object(structuredContent)
  const run = { name: 'diary_run', arguments: { run_id } }
  await expect
    .poll(async () => (await client.callTool(run)).structuredContent, { timeout: 20_000 })
    .toMatchObject({ state: 'complete' })
})

describe('transcripts that would be sent to a service', () => {
  it('transcripts that would be sent to a service are sent when the person says so in the form, as a task that the client can end', async () => {
    const asked: string[] = []
    const chat = await machine.current(machine.http, {
      capabilities: withForms,
      answer(message) {
        asked.push(message)
        return { action: 'accept', content: { transcripts: 'send' } }
      },
    })
    const { taskId } = await chat.begin('diary_generate', { date, with: 'model', fresh: 'all' })
    expect(asked).toEqual([
      'The compact records of the transcripts of the day, without what looks like a secret, go to the model service of the settings. Send them for this report?',
    ])
    expect(await chat.look(taskId)).toMatchObject({ taskId, status: 'working' })
    await chat.cancel(taskId)
    expect(await chat.end(taskId)).toMatchObject({ status: 'cancelled' })
  })

  it.each([
    ['the person declines', () => ({ action: 'decline' as const })],
    ['the person says no', () => ({ action: 'accept' as const, content: { transcripts: 'do not send' } })],
    ['nobody can be asked, although the agent agrees', undefined],
  ])('transcripts that would be sent to a service are not sent where %s', async (_, answer) => {
    const { client } = await machine.current(machine.http, answer ? { capabilities: withForms, answer } : {})
    const args = { date, with: 'model', consent: true }
    const { structuredContent } = await client.callTool({ name: 'diary_generate', arguments: args })
    expect(structuredContent).toMatchObject({ status: 'invalid', errors: [{ path: 'consent' }] })
  })

  it('chats do not see the argument with which a person agrees', async () => {
    const { client } = await machine.current(machine.http)
    const { tools } = await client.listTools()
    const { inputSchema } = tools.find(({ name }) => name === 'diary_generate') ?? {}
    expect(Object.keys(inputSchema?.properties ?? {})).not.toContain('consent')
  })
})
