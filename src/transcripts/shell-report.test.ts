import { expect, it } from 'vitest'
import { exitInReport, outputInReport } from './shell-report.ts'

it.each([
  ['Output: fine', 0],
  ['Output: bad\nExit Code: 2\nProcess Group PGID: 7', 2],
  ['<untrusted_context>\nOutput: bad\nExit Code: 1\n</untrusted_context>', 1],
  ['<untrusted_context>\nOutput: (empty)\nProcess Group PGID: 7\n</untrusted_context>', 0],
  ['Command: x\nDirectory: (root)\nOutput: y\nError: (none)\nExit Code: 0\nSignal: (none)', 0],
  ['Command: x\nOutput: y\nExit Code: (none)\nSignal: (none)', null],
  ['Output: y\nSignal: 9', null],
  ['Command was cancelled by user before it could complete.', null],
  ['Exit Code: 1', null],
])('the report %j says the exit code %s', (text, exit) => {
  expect(exitInReport(text)).toBe(exit)
})

it.each([
  ['Output: [main 1a2b3c4] Fix', '[main 1a2b3c4] Fix'],
  ['Output: a\nb\nExit Code: 2\nProcess Group PGID: 7', 'a\nb'],
  ['<untrusted_context>\nOutput: bad\nExit Code: 1\n</untrusted_context>', 'bad'],
  ['Command: x\nDirectory: (root)\nOutput: y\nError: (none)\nExit Code: 0\nSignal: (none)', 'y'],
  ['Output: y\nError: no such file\nExit Code: 1', 'y\nError: no such file'],
  [
    'Command was cancelled by user before it could complete.',
    'Command was cancelled by user before it could complete.',
  ],
])('%j shows what was printed', (text, printed) => {
  expect(outputInReport(text)).toBe(printed)
})
