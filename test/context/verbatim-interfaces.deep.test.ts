import { it } from 'vitest'
import { expectWords } from './verbatim-texts.ts'

it.each([
  ['MCP stdio', 'sqlite'],
  ['MCP stdio', 'postgres'],
  ['MCP HTTP', 'sqlite'],
  ['MCP HTTP', 'postgres'],
  ['REST', 'postgres'],
] as const)('what people wrote comes back word for word over %s (%s)', expectWords)
