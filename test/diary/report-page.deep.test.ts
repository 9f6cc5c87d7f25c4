import { it } from 'vitest'
import { expectReadable } from './report-looks.ts'

it.each([
  ['day', 'dark'],
  ['week', 'light'],
  ['week', 'dark'],
] as const)('a written report of a %s in a browser reads well in a %s theme and on a narrow screen', expectReadable)
