import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { onlyRoots } from '../../src/transcripts/agents.ts'
import { claudeFixtures } from '../fixtures/transcripts/claude-code/fixtures.ts'
import { mcpStdioCommand, startServer } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { connect, type Place } from './clients.ts'

type Transport = 'stdio' | 'HTTP'
type Client = 'the client of 2026-07-28' | 'the client of 2025-11-25'

async function start(transport: 'stdio' | 'HTTP', where: Machine): Promise<Place> {
  if (transport === 'stdio') return mcpStdioCommand({ ...where, args: ['--toolsets', 'diary'] })
  return new URL('/mcp', (await startServer(where)).url)
}

type Machine = ReturnType<typeof machineWith>

/** A home with so many transcripts of one day. */
function machineWith(transcripts: number) {
  const home = tempHome()
  const folder = join(home, 'claude', '-fake-ledger')
  mkdirSync(folder, { recursive: true })
  const text = String(claudeFixtures['c1-basic'])
  for (let n = 0; n < transcripts; n++) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
    writeFileSync(join(folder, `${id}.jsonl`), text.replace(/"sessionId":"[^"]*"/g, `"sessionId":"${id}"`))
  }
  return { home, env: { ...onlyRoots({ 'claude-code': join(home, 'claude') }), DAYBOOK_TIMEZONE: 'Asia/Shanghai' } }
}

const preparing = { date: '2026-05-12' }

/** A client hears how far a preparation is, counting up, and gets the prompts of what was prepared. */
export async function followPreparation(transport: Transport, client: Client): Promise<void> {
  const chat = await connect[client](await start(transport, machineWith(20)))
  const { answer, steps } = await chat.follow('diary_prepare', preparing)
  expect(answer.structuredContent).toMatchObject({ status: 'ok', result: 'created' })
  const counts = steps.map(({ progress }) => progress)
  expect(counts.length).toBeGreaterThan(0)
  expect(counts).toEqual([...new Set(counts)].sort((one, other) => one - other))
  for (const { message, progress, total = 0 } of steps) {
    expect(message).toMatch(/^(index|archive|decide|stage|publish): \d+ of \d+$/)
    expect(progress).toBeLessThanOrEqual(total)
  }
  expect((await chat.prompts()).slice(0, 3)).toMatchObject([
    {
      name: 'extract_evidence',
      title: 'Extract Evidence',
      arguments: [{ name: 'date', required: false }, {}, {}, {}],
    },
    {
      name: 'synthesize_project',
      arguments: [
        { name: 'date', required: false },
        { name: 'project_key', required: true },
      ],
    },
    { name: 'narrate_day', arguments: [{ name: 'date' }] },
  ])
  expect(await chat.prompt('extract_evidence', preparing)).toMatchObject({
    messages: [{ role: 'user', content: { type: 'text', text: expect.stringContaining('- turn_ref: T0001') } }],
  })
  const refusal = { code: -32602, message: expect.stringContaining('diary_render') }
  await expect(chat.prompt('narrate_day', preparing)).rejects.toMatchObject(refusal)
  await expect(chat.prompt('no_such_prompt')).rejects.toMatchObject({ code: -32602 })
}

/** A client takes a preparation back, and nothing of it is published. */
export async function withdrawPreparation(transport: Transport, client: Client): Promise<void> {
  const where = machineWith(250)
  const chat = await connect[client](await start(transport, where))
  await expect(chat.withdraw('diary_prepare', preparing)).rejects.toThrow()
  const { answer } = await chat.follow('diary_prepare', preparing)
  expect(answer.structuredContent).toMatchObject({ status: 'ok', result: 'created' })
  expect(readdirSync(join(where.home, 'diary', 'work'))).toEqual(['2026-05-12'])
}
