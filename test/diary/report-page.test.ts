import { it } from 'vitest'
import { expectReadable } from './report-looks.ts'

it('a written report of a day in a browser reads well by day and on a narrow screen, for every reader', () =>
  expectReadable('day', 'light'))
