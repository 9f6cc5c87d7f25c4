import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../web/src', import.meta.url))
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.css'))
  .map(file => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

it('the page has at most 4,500 lines of CSS', () => {
  expect(sheets.length).toBeGreaterThan(10)
  const lines = sheets.map(({ text }) => text.split('\n').length - 1).reduce((sum, each) => sum + each, 0)
  expect(lines).toBeLessThanOrEqual(4500)
})

it('every class is styled in one sheet', () => {
  const places = new Map<string, Set<string>>()
  for (const { file, text } of sheets) {
    for (const name of selectorsOf(text).flatMap(styledClasses)) {
      places.set(name, (places.get(name) ?? new Set()).add(file))
    }
  }
  const several = [...places].filter(([, files]) => files.size > 1)
  expect(several.map(([name, files]) => `.${name} in ${[...files].join(' and ')}`)).toEqual([])
})

it('a rule that names a class belongs to the sheet of that class', () => {
  expect(styledClasses('.pane > header .button.small:hover')).toEqual(['button'])
  expect(styledClasses('.markdown.wide td')).toEqual(['markdown'])
  expect(styledClasses('main:has(.banner) .tree-pane')).toEqual(['tree-pane'])
  expect(styledClasses('.field-row :is(.input, .textarea)')).toEqual(['input', 'textarea'])
  expect(selectorsOf('@media (x) { .a, .b { c: d } } @keyframes e { to { f: g } }')).toEqual(['.a', '.b', 'to'])
})

function selectorsOf(text: string): string[] {
  return [...text.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]+)\{/g)]
    .map(([, head = '']) => head.trim())
    .filter(head => !head.startsWith('@'))
    .flatMap(head => head.split(/,(?![^(]*\))/).map(each => each.trim()))
}

/** The classes whose look a selector sets: of its last part that has any; a second class there varies the first. */
function styledClasses(selector: string): string[] {
  const parts = selector.replace(/:(has|not)\([^)]*\)/g, '').split(/[\s>+~]+(?![^(]*\))/)
  const last = parts.findLast(part => part.includes('.')) ?? ''
  const choice = /^[^.]*:is\(([^)]*)\)/.exec(last)?.[1]
  return (choice?.split(',') ?? [last]).flatMap(each => /\.([a-zA-Z][\w-]*)/.exec(each)?.[1] ?? [])
}
