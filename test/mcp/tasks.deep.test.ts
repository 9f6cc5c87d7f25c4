import { afterAll, beforeAll, expect, it } from 'vitest'
import { date, followRound, followRun, type Machine, machineWithWork, withForms } from './work.ts'

let machine: Machine
beforeAll(async () => {
  machine = await machineWithWork()
})
afterAll(() => machine.close())

const agreeing = {
  capabilities: withForms,
  answer: () => ({ action: 'accept' as const, content: { transcripts: 'send' } }),
}

it('over stdio a client of 2026-07-28 is given a task for a run, and finds its result where it looks', () =>
  followRun(machine, machine.stdio()))

it.each(['stdio', 'HTTP'])(
  'over %s a client of 2025-11-25 asks for a task, waits for a round and gets what was said',
  place => followRound(machine, place === 'HTTP' ? machine.http : machine.stdio()),
)

it('a task is found and ended by its id in another process', async () => {
  const { current, http, stdio } = machine
  const [chat, elsewhere] = [await current(http, agreeing), await current(stdio())]
  const { taskId } = await chat.begin('diary_generate', { date, with: 'model', fresh: 'all' })
  expect(await elsewhere.look(taskId)).toMatchObject({ taskId, status: 'working' })
  await elsewhere.cancel(taskId)
  expect(await chat.end(taskId)).toMatchObject({ status: 'cancelled' })
})

it('a task is there for those who may see its work, and ended by those who may end it', async () => {
  const { current, http, daybook } = machine
  const token = (await daybook('token', 'add', 'anna')).trim()
  await daybook('member', 'set', 'anna', 'default', 'reader')
  const [owner, anna] = [await current(http), await current(http, { token })]
  const { taskId } = await owner.begin('room_run_start', { recipe_id: 'structural_outline' })
  expect(await anna.look(taskId)).toMatchObject({ taskId })
  const { taskId: report } = await owner.begin('diary_generate', { date })
  await expect(anna.look(report)).rejects.toMatchObject({ code: -32602 })
  await expect(anna.cancel(report)).rejects.toMatchObject({ code: -32602 })
  await owner.end(report)
  const started = anna.client.callTool({ name: 'room_run_start', arguments: { recipe_id: 'structural_outline' } })
  expect(await started).toMatchObject({ isError: true })
})

it('a killed server loses no task: the next one tells what became of it', async () => {
  const { current, start, stdio } = machine
  const other = await start()
  const chat = await current(new URL('/mcp', other.url), agreeing)
  const { taskId } = await chat.begin('diary_generate', { date, with: 'model', fresh: 'all' })
  await other.kill9()
  const next = await current(stdio())
  expect(await next.look(taskId)).toMatchObject({
    taskId,
    status: 'failed',
    error: { code: -32603, message: 'the process that ran it has ended' },
  })
})
