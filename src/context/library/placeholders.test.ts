import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fill, parameterNames, parseTemplate } from './placeholders.ts'

const values = new Map([
  ['slice', '104-slice.merge'],
  ['project', 'Orchard'],
  ['taskFile', ''],
  ['task-file', ''],
  ['phase', ''],
  ['off', 'false'],
  ['tricky', '{project} {{slice}} $& {{#if x}}'],
])

it.each([
  ['{slice} of {{ project }}', '104-slice.merge of Orchard'],
  ['{unknown} {{unknown}} { a b }', '{unknown} {{unknown}} { a b }'],
  [`${'$'}{slice} \\{slice} {{{slice}}} {{{{slice}}}}`, `${'$'}{slice} \\{slice} {{{slice}}} {{{{slice}}}}`],
  ['{taskFile}', '(taskFile not set)'],
  ['{task-file | slice}', '104-slice.merge'],
  ['{nothing | slice}', '104-slice.merge'],
  ['{nothing | task-file | phase}', '(task-file not set)'],
  ['{no | none}', '{no | none}'],
  ['{tricky}', '{project} {{slice}} $& {{#if x}}'],
  ['{{#if slice}}A{{else}}B{{/if}}', 'A'],
  ['{{#if taskFile}}A{{else}}B{{/if}}', 'B'],
  ['{{#if off}}A{{/if}}.', '.'],
  ['{{#if nowhere}}A{{/if}}.', '.'],
  ['{{#if slice}}{{#if phase}}x{{else}}{project}{{/if}}!{{/if}}', 'Orchard!'],
  ['{slice', '{slice'],
  ['{slice}}', '{slice}}'],
  ['{"a": {slice}}', '{"a": {slice}}'],
])('the template %j becomes %j', (template, text) => {
  expect(fill(parseTemplate(template), values)).toBe(text)
})

it.each(['{{#if a}}', '{{/if}}', '{{else}}', '{{#if a}}{{else}}{{else}}{{/if}}', '{{#if a}}'.repeat(60)])(
  '%j is refused with its line',
  template => {
    expect(() => parseTemplate(`first\n${template}`)).toThrow(expect.objectContaining({ line: 2 }))
  },
)

it('the placeholders of a template are named once and in order', () => {
  expect(parameterNames(parseTemplate(`{b} {a | c} {{#if d}}{b}{{else}}{e}{{/if}} ${'$'}{x} {{{y}}}`))).toEqual([
    'b',
    'a',
    'c',
    'd',
    'e',
  ])
})

it('a placeholder is replaced by its value as it is, whatever that holds', () => {
  fc.assert(
    fc.property(fc.string(), value => {
      expect(fill(parseTemplate('<{v}>'), new Map([['v', value]]))).toBe(value === '' ? '<(v not set)>' : `<${value}>`)
    }),
  )
})

it('filling placeholders in leaves text without any alone', () => {
  fc.assert(
    fc.property(
      fc.string().filter(text => !text.includes('{{')),
      text => {
        expect(fill(parseTemplate(text), new Map())).toBe(text)
      },
    ),
  )
})
