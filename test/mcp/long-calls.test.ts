import { expect, it } from 'vitest'
import { mcpStdioCommand } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { connect } from './clients.ts'
import { followPreparation, withdrawPreparation } from './preparing.ts'

it.each([
  ['stdio', 'the client of 2026-07-28'],
  ['HTTP', 'the client of 2025-11-25'],
] as const)(
  'over %s %s hears how far a preparation is, counting up, and gets the prompts of what was prepared',
  followPreparation,
)

it.each([['HTTP', 'the client of 2026-07-28']] as const)(
  'over %s %s takes a preparation back, and nothing of it is published',
  withdrawPreparation,
)

it('a server without the diary offers no prompts', async () => {
  const place = mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'records'] })
  const chat = await connect['the client of 2025-11-25'](place)
  expect(chat.capabilities).toEqual({ tools: {}, resources: { subscribe: true }, completions: {} })
})
