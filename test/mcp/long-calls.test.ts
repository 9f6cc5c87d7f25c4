import { expect, it } from 'vitest'
import { mcpStdioCommand } from '../support/binary.ts'
import { tempHome } from '../support/tempdir.ts'
import { connect } from './clients.ts'
import { followPreparation } from './preparing.ts'

it.each([['HTTP', 'the client of 2025-11-25']] as const)(
  'over %s %s hears how far a preparation is, counting up, and gets the prompts of what was prepared',
  followPreparation,
)

it('a server without the diary offers no prompts', async () => {
  const place = mcpStdioCommand({ home: tempHome(), args: ['--toolsets', 'records'] })
  const chat = await connect['the client of 2025-11-25'](place)
  expect(chat.capabilities).toEqual({ tools: {}, resources: { subscribe: true }, completions: {} })
})
