import { it } from 'vitest'
import { chatTwice } from './summarized-chat.ts'

it.each([
  ['stdio', 'the client of 2025-11-25'],
  ['stdio', 'the client that finds out'],
  ['stdio', 'the current client on the 2025 wire'],
  ['HTTP', 'the client that finds out'],
  ['HTTP', 'the client of 2026-07-28'],
  ['HTTP', 'the current client on the 2025 wire'],
  ['HTTP', 'the client of 2025-11-25'],
] as const)('over %s %s ends a chat with /summarize, and /newcontext starts the next one in a new process', chatTwice)
