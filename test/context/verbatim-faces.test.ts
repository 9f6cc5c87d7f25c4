import { it } from 'vitest'
import { expectWords } from './spoken-texts.ts'

it.each([
  ['MCP stdio', 'sqlite'],
  ['MCP HTTP', 'postgres'],
  ['REST', 'sqlite'],
] as const)('what people wrote comes back word for word over %s (%s)', expectWords)
