import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { AT, P, session } from '../fixtures/transcripts/claude-code/builders.ts'
import { ledger } from './build-workspace.ts'
import { agentHome, settledFile } from './home.ts'
import { openProgram } from './prepared.ts'

const used = { input_tokens: 1000, output_tokens: 200, cache_creation_input_tokens: 0, cache_read_input_tokens: 3000 }
const reply = (model: string) =>
  AT('Yes.', {
    message: { id: model, role: 'assistant', model, content: [{ type: 'text', text: 'Yes.' }], usage: used },
  })

it('the cost of a turn is estimated where its transcript does not say it, and a price is never guessed', async () => {
  const machine = agentHome()
  settledFile(machine.claude('one'), session(P('One.'), reply('m-large-1'), P('Two.'), reply('nobody')))
  const prices = join(machine.home, 'prices.json')
  const model = { match: 'm-large-1', input: 2, output: 10, cache_read: 0.5, cache_write: 2.5 }
  writeFileSync(prices, JSON.stringify({ version: 'mine', models: [model] }))
  const program = await openProgram(machine)
  program.app.diary.prices = prices
  expect(await program.prepare({ timezone: 'UTC' })).toMatchObject({ status: 'ok' })
  const text = readFileSync(join(program.workspace(), 'projects', ledger, 'turn-facts.jsonl'), 'utf8')
  const facts = text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(facts.map(({ cost_usd, cost_basis }) => [cost_usd, cost_basis])).toEqual([
    [0.0055, 'estimated'],
    [null, null],
  ])
})
