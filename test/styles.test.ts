import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../web/src', import.meta.url))
const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.css'))
  .map(file => ({ file, text: readFileSync(join(folder, file), 'utf8') }))

const components = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.tsx'))

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

// A sheet that only other pages import is not there when this one is opened first.
it('a component imports the sheet of each class it names, unless every page has it', () => {
  const sheetOf = new Map(
    sheets.flatMap(({ file, text }) =>
      selectorsOf(text)
        .flatMap(styledClasses)
        .map(name => [name, file] as const),
    ),
  )
  const everywhere = new Set(['main.tsx', 'parts/shell.tsx', 'router.tsx'].flatMap(sheetsImportedBy))
  const missing = components.flatMap(file => {
    const own = new Set([...everywhere, ...sheetsImportedBy(file)])
    const sheet = (name: string) => sheetOf.get(name) ?? ''
    return classesIn(readFileSync(join(folder, file), 'utf8'))
      .filter(name => sheet(name) !== '' && !own.has(sheet(name)))
      .map(name => `${file}: .${name} of ${sheet(name)}`)
  })
  expect(components.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

it('a rule that names a class belongs to the sheet of that class', () => {
  expect(styledClasses('.pane > header .button.small:hover')).toEqual(['button'])
  expect(styledClasses('.markdown.wide td')).toEqual(['markdown'])
  expect(styledClasses('main:has(.banner) .tree-pane')).toEqual(['tree-pane'])
  expect(styledClasses('.field-row :is(.input, .textarea)')).toEqual(['input', 'textarea'])
  expect(selectorsOf('@media (x) { .a, .b { c: d } } @keyframes e { to { f: g } }')).toEqual(['.a', '.b', 'to'])
})

function sheetsImportedBy(file: string): string[] {
  const imported = readFileSync(join(folder, file), 'utf8').matchAll(/^import '(.+\.css)'$/gm)
  return [...imported].map(([, path = '']) => join(dirname(file), path))
}

/** Classes as they are written: what `className` says by itself, and names with a hyphen in any other text. */
function classesIn(code: string): string[] {
  const said = [...code.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`)/g)].map(
    ([, plain, template]) => plain ?? template ?? '',
  )
  const hyphenated = [...code.matchAll(/'([a-z]+(?:-[a-z0-9]+)+)'/g)].map(([, name = '']) => name)
  return [...new Set([...said.flatMap(text => text.replace(/\$\{[^}]*\}/g, ' ').split(/\s+/)), ...hyphenated])]
}

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
