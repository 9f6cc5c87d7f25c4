import { describe, expect, it } from 'vitest'
import { closingOf } from './closing.ts'

describe('the first telling sentence of the last message', () => {
  it.each([
    ['Done! I widened the name column to 30 characters.', 'I widened the name column to 30 characters.'],
    ['Perfect! All tests pass.\n\n## Summary\n\nThe parser now keeps comments.', 'The parser now keeps comments.'],
    ['All done. Here is a summary of the changes:\n\n- **Added** `round()` to money.ts', 'Added round() to money.ts'],
    [
      'You’re right to ask. The cache is filled before the first request.',
      'The cache is filled before the first request.',
    ],
    ['Let me look at it.\n\nThe job runs twice, e.g. at midnight.', 'The job runs twice, e.g. at midnight.'],
    ['```\nnpm test\n```\n| a | b |\nThe table has two columns.', 'The table has two columns.'],
    ['✅ The [guide](https://example.com/guide) now names both flags.', 'The guide now names both flags.'],
    ['Fixed:\n1. Renamed `old` to `former`\n2. Removed the cast', 'Renamed old to former'],
    [
      'I updated the list to show “steps” instead of “stages”:',
      'I updated the list to show “steps” instead of “stages”',
    ],
    ['解析器现在会保留所有的注释和空行。', '解析器现在会保留所有的注释和空行。'],
    ['Great! Everything works.', ''],
    ['', ''],
  ])('of %j', (message, text) => {
    expect(closingOf(message)).toBe(text)
  })

  it('is cut where it is too long', () => {
    expect([...closingOf(`The importer ${'reads one more line and '.repeat(20)}stops.`)].length).toBeLessThanOrEqual(
      160,
    )
  })
})
