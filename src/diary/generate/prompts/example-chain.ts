import type { Chain } from '../../schema.ts'

/** A whole chain as an extractor would write it for an invented turn over lines 40 to 58. */
export const exampleChain: Chain = {
  turn_ref: 'T0003',
  trigger: {
    type: 'explicit_user_message',
    summary: 'User asked for a retry limit on uploads.',
    quoted_messages: [
      {
        text: 'Uploads hang when the server is down. Give up after three tries and tell the user.',
        citations: [{ lines: '40-40' }],
      },
    ],
    citations: [{ lines: '40-40' }],
  },
  agent_reactions: [
    { summary: 'Read src/upload.ts and found a loop without a limit.', citations: [{ lines: '42-45' }] },
    { summary: 'Limited the loop to three tries and added a message.', citations: [{ lines: '46-49' }] },
    {
      summary: 'Ran the tests twice, changing one test in between.',
      citations: [{ lines: '50-51' }, { lines: '54-56' }],
    },
  ],
  outcomes: [
    {
      category: 'code_outcome',
      summary: 'src/upload.ts gives up after three tries and shows a message.',
      citations: [{ lines: '46-49' }],
    },
    {
      category: 'validation_outcome',
      summary: 'The last test run reports 18 passed and 0 failed.',
      citations: [{ lines: '55-56' }],
    },
  ],
  observed_checks: [
    { type: 'test_output', summary: '`npm test`: 17 passed, 1 failed.', citations: [{ lines: '50-51' }] },
    { type: 'test_output', summary: '`npm test`: 18 passed, 0 failed.', citations: [{ lines: '55-56' }] },
  ],
  terminal_state: {
    type: 'material_result',
    summary: 'The agent reported the limit and the passing tests.',
    citations: [{ lines: '58-58' }],
  },
  materiality: 'material',
}

/** The span the example stands on. */
export const exampleSpan = { start: 40, end: 58 }
