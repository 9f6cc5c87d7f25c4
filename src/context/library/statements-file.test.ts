import { expect, it } from 'vitest'
import { parseStatementsFile } from './statements-file.ts'

const tick = '`'.repeat(3)

it('a file of statements is read by the keys in its comments, and for nothing else', () => {
  const { statements, warnings } = parseStatementsFile(
    [
      '---',
      'x: y',
      '---',
      '# Head',
      '## A',
      '<!-- key: no-tools-statement, editable: true -->',
      '',
      'No tools for {project}.',
      tick,
      '## not a part',
      tick,
      '',
      '## B',
      '<!-- key: invented, editable: false -->',
      'x',
      '## C',
      'without a key',
      '## D',
      '<!-- key: monorepo-statement, editable: true -->',
      '   ',
      '## E',
      '<!-- key: no-tools-statement, editable: true -->',
      'second',
    ].join('\r\n'),
  )
  expect(statements.map(({ key, content }) => [key, content])).toEqual([
    ['no-tools-statement', `No tools for {project}.\n${tick}\n## not a part\n${tick}`],
  ])
  expect(warnings).toEqual([
    'line 14: a statement key that is not known was skipped',
    "line 22: 'no-tools-statement' occurs twice; the first one is used",
  ])
})

it('a file of statements takes a heading for the text of a statement that is one', () => {
  const { statements } = parseStatementsFile(
    '## X\n<!-- key: additional-notes-header, editable: true -->\n\n## Notes\n\n## Y\n<!-- key: no-tools-statement, editable: true -->\nz',
  )
  expect(statements.map(({ key, content }) => [key, content])).toEqual([
    ['additional-notes-header', '## Notes'],
    ['no-tools-statement', 'z'],
  ])
})

it('a file of statements is refused for a heading of several lines, an open fence and an unbalanced condition', () => {
  const part = (key: string, ...lines: string[]) =>
    parseStatementsFile(['## X', `<!-- key: ${key}, editable: true -->`, ...lines].join('\n'))
  expect(() => part('current-events-header', '### A', 'b')).toThrow(/one heading line/)
  expect(() => part('no-tools-statement', tick)).toThrow(expect.objectContaining({ line: 3 }))
  expect(() => part('no-tools-statement', '{{#if a}}')).toThrow(expect.objectContaining({ line: 3 }))
})
