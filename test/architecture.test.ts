import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** From the ground up: a file imports from its own place and from the rows above it, never from its neighbours' row. */
const layers = [
  ['src/kernel/'],
  ['src/catalog/catalog.ts'],
  ['src/db/', 'src/files/'],
  ['src/jobs/'],
  ['src/evidence/', 'src/receipts/'],
  ['src/projects/', 'src/transcripts/', 'src/models/'],
  ['src/records/'],
  ['src/diary/'],
  ['src/context/'],
  ['src/room/'],
  ['src/activity/'],
  ['src/app.ts', 'src/toolsets.ts', 'src/config.ts'],
  ['src/operations.ts', 'src/prompts.ts', 'src/invoke.ts', 'src/load-operation.ts'],
  ['src/catalog/'],
  ['src/sample/', 'src/doctor/', 'src/backup/'],
  ['src/entry/request-body.ts'],
  ['src/entry/mcp/'],
  ['src/entry/http/'],
  ['src/entry/cli/'],
  ['src/main.ts'],
]

/** A package that stands for one concern is imported where that concern lives. */
const homes: [name: RegExp, places: string[]][] = [
  [/^commander$|^picocolors$/, ['src/entry/cli/']],
  [/^hono\b|^@hono\//, ['src/entry/http/']],
  [/^@modelcontextprotocol\//, ['src/entry/mcp/']],
  [
    /^pg$|^@photostructure\/sqlite$/,
    [
      'src/db/',
      'src/files/',
      'src/doctor/',
      'src/diary/own-database.ts',
      'src/diary/prepare/index/',
      'src/diary/archive/',
    ],
  ],
  [/^kysely$/, ['src/db/', 'src/projects/', 'src/records/', 'src/context/', 'src/activity/', 'src/sample/']],
]

/** What the page may run; of everything else it may know the types. */
const forTheBrowser = [
  /^src\/kernel\//,
  /^src\/(records|diary|context|room)\/schema\.ts$/,
  /^src\/records\/(states|terms|term-runs)\.ts$/,
  /^src\/evidence\/(unified-diff|line-edits)\.ts$/,
  /^src\/room\/agents\/roles\.ts$/,
  /^src\/models\/fault-words\.ts$/,
  /^src\/room\/conference\/reason-words\.ts$/,
  /^src\/transcripts\/families\.ts$/,
  /^src\/diary\/dates\/(calendar|wall-clock|zone)\.ts$/,
  /^src\/diary\/report\/text\/(names|numbers|plain)\.ts$/,
  /^src\/diary\/report\/charts\//,
]

/** One operation of a part, or those of one noun; the part's own operations.ts lists them. */
const operationModule = /^src\/\w+\/(operations\/[^/]+|[^/]+\/operations)\.ts$/

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['src', 'web/src'].flatMap(sourcesUnder)
const sources = files.filter(({ file }) => file.startsWith('src/'))
const pages = files.filter(({ file }) => file.startsWith('web/'))

describe('the direction of imports', () => {
  it('gives every source file a layer', () => {
    expect(sources.filter(({ file }) => rowOf(file) < 0).map(({ file }) => file)).toEqual([])
  })

  it('goes from the faces down to the kernel', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports.filter(({ to }) => to.startsWith('src/') && !mayImport(file, to)).map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps the operations of a part at its top', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter(
          ({ to }) => rowOf(to) === rowOf(file) && operationModule.test(to) && !/^src\/\w+\/operations\.ts$/.test(file),
        )
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('keeps each package in its place', () => {
    const wrong = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ to }) =>
          homes.some(([name, places]) => name.test(to) && !places.some(place => file.startsWith(place))),
        )
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('what the page imports', () => {
  it('is types, nouns, and the few pure rules that are named', () => {
    const wrong = pages.flatMap(({ file, imports }) =>
      imports
        .filter(({ to, type }) => to.startsWith('src/') && !type && !forTheBrowser.some(allowed => allowed.test(to)))
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('needs no Node and no package but zod', () => {
    const wrong = sources
      .filter(({ file }) => forTheBrowser.some(allowed => allowed.test(file)))
      .flatMap(({ file, imports }) =>
        imports
          .filter(({ to, type }) => !type && to !== 'zod' && !forTheBrowser.some(allowed => allowed.test(to)))
          .map(({ to }) => `${file} → ${to}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('the files', () => {
  it('are small: none over 500 lines, half of them at most 80', () => {
    expect(files.filter(({ lines }) => lines > 500).map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([])
    const median = sources.map(({ lines }) => lines).sort((a, b) => a - b)[sources.length >> 1]
    expect(median).toBeLessThanOrEqual(80)
  })

  it('are named for what they do', () => {
    const vague = /^(utils?|helpers?|types?|constants?|common|misc|shared)\.tsx?$/
    expect(files.filter(({ file }) => vague.test(basename(file))).map(({ file }) => file)).toEqual([])
  })

  it('export by name', () => {
    expect(files.filter(({ text }) => /^export default\b/m.test(text)).map(({ file }) => file)).toEqual([])
  })
})

describe('the tests in a browser', () => {
  it('wait for what they expect on a page; only what must never be there is read at once', () => {
    const reads =
      'count|textContent|innerText|allInnerTexts|allTextContents|inputValue|getAttribute|evaluate|is[A-Z]\\w+'
    const atOnce = new RegExp(`expect\\(\\s*await [^\\n]*\\.(${reads})\\([^\\n]*\\)\\s*\\.(.*)`, 'g')
    const never = /^(not\.|toBe\(0\)|toBeNull|toBeUndefined|toBeLessThan)/
    const wrong = textsUnder('test/e2e').flatMap(({ file, text }) =>
      [...text.matchAll(atOnce)]
        .filter(([, , matcher = '']) => !never.test(matcher))
        .map(([read]) => `${file}: ${read}`),
    )
    expect(wrong).toEqual([])
  })
})

interface Import {
  /** A path from the root for files of ours, else the name of the package. */
  to: string
  type: boolean
}

function textsUnder(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') }))
}

function sourcesUnder(folder: string) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name))
    .map(entry => {
      const path = join(entry.parentPath, entry.name)
      const text = readFileSync(path, 'utf8')
      return { file: fromRoot(path), text, lines: text.split('\n').length - 1, imports: importsOf(path, text) }
    })
}

function importsOf(path: string, text: string): Import[] {
  const patterns = [
    /^import( type)?\b[^'"]*'([^'\n]+)'/gm,
    /^export( type)? (?:\*|\{[^}]*\})[^'"\n]*from '([^'\n]+)'/gm,
    /\bimport\(()'([^'\n]+)'\)/g,
  ]
  return patterns
    .flatMap(pattern => [...text.matchAll(pattern)])
    .map(([, type, to = '']) => ({ to: to.startsWith('.') ? fromRoot(join(path, '..', to)) : to, type: Boolean(type) }))
}

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/')
}

function rowOf(file: string): number {
  return layers.findIndex(row => row.some(place => file.startsWith(place)))
}

function mayImport(file: string, to: string): boolean {
  const [from, target] = [rowOf(file), rowOf(to)]
  if (from !== target) return target >= 0 && target < from
  return layers[from]?.some(place => file.startsWith(place) && to.startsWith(place)) ?? false
}
