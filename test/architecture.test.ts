import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** Layers inside the room, from the bottom up. */
const roomLayers: Place[][] = [
  // What every folder of the room uses.
  ['src/room/schema.ts', 'src/room/faults.ts', 'src/room/store/', 'src/room/room-base.ts'],
  ['src/room/ids.ts', 'src/room/page.ts', 'src/room/activity.ts', 'src/room/workspace-rows.ts'],
  // The workspace, its text, its audit.
  ['src/room/workspace/', 'src/room/audit/', 'src/room/keys/', 'src/room/find-project.ts'],
  ['src/room/text/'],
  // Tools, protocol, evidence.
  ['src/room/tools/', 'src/room/agents/roles.ts'],
  ['src/room/protocol/'],
  ['src/room/evidence/'],
  // Registries.
  ['src/room/agents/'],
  ['src/room/memory/', 'src/room/responder/'],
  ['src/room/issues/', 'src/room/providers/'],
  ['src/room/prompts/'],
  // Turns. An open room holds their queue, the stored conferences and what is counted.
  [/^src\/room\/turns\/(turn|turn-queue)\.ts$/],
  [/^src\/room\/conference\/(store|schema|journal)\.ts$/],
  [/^src\/room\/telemetry\/(counters|files|recorder)\.ts$/],
  ['src/room/room.ts'],
  ['src/room/turns/'],
  // What is recorded about turns.
  ['src/room/credits/', 'src/room/notifications/', 'src/room/telemetry/', 'src/room/tiers/'],
  // What is made of turns.
  ['src/room/direct/'],
  ['src/room/canon/', 'src/room/conference/', 'src/room/runs/', 'src/room/tasks/'],
  ['src/room/chats/', 'src/room/replay/'],
  // Opening rooms, and their operations.
  ['src/room/open-room.ts', 'src/room/reindex.ts'],
  ['src/room/context.ts'],
  ['src/room/rooms.ts', 'src/room/rooms-later.ts', 'src/room/search-facets.ts'],
  [/^src\/room\/[^/]+\/operations\.ts$/],
  ['src/room/operations.ts'],
]

/** From the bottom up: a file imports from its own folder and from the rows above its own, never from a neighbour in its row. */
const layers: Place[][] = [
  ['src/kernel/'],
  ['src/catalog/catalog.ts'],
  ['src/db/', 'src/files/'],
  ['src/jobs/'],
  ['src/evidence/', 'src/receipts/'],
  ['src/projects/', 'src/transcripts/', 'src/models/'],
  ['src/query/'],
  ['src/records/'],
  ['src/diary/'],
  ['src/context/'],
  ...roomLayers,
  ['src/activity/', 'src/chat-clients/'],
  ['src/home/'],
  ['src/app.ts', 'src/toolsets.ts', 'src/config.ts'],
  ['src/operations.ts', 'src/prompts.ts', 'src/resources.ts', 'src/tasks.ts', 'src/invoke.ts', 'src/load-operation.ts'],
  ['src/catalog/'],
  ['src/sample/', 'src/doctor/', 'src/backup/'],
  ['src/entry/request-body.ts'],
  ['src/entry/mcp/'],
  ['src/entry/http/'],
  ['src/entry/cli/'],
  ['src/main.ts'],
]

/** Folders that may import a package. */
const packageFolders: [name: RegExp, places: string[]][] = [
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
      'src/diary/repositories/',
    ],
  ],
  [/^kysely$/, ['src/db/', 'src/projects/', 'src/records/', 'src/context/', 'src/activity/', 'src/home/']],
]

/** Modules that the page may load; of all others it may import types. */
const browserModules = [
  /^src\/kernel\//,
  /^src\/context\/limits\.ts$/,
  /^src\/records\/(activity-types|states|terms|text-fields)\.ts$/,
  /^src\/query\/term-runs\.ts$/,
  /^src\/evidence\/(evidence|unified-diff|line-edits|merge-texts)\.ts$/,
  /^src\/room\/agents\/roles\.ts$/,
  /^src\/models\/fault-words\.ts$/,
  /^src\/room\/conference\/reason-words\.ts$/,
  /^src\/room\/issues\/shown-title\.ts$/,
  /^src\/transcripts\/(agents|[a-z-]+\/agent)\.ts$/,
  /^src\/diary\/why\/record-ties\.ts$/,
  /^src\/diary\/workspace\/refs\.ts$/,
  /^src\/diary\/dates\/(calendar|wall-clock|zone)\.ts$/,
  /^src\/diary\/report\/text\/(certificate-text|costs|item-parts|limits|names|numbers|plain|range-title|sentences)\.ts$/,
  /^src\/diary\/report\/charts\//,
]

/** One operation of a part, or those of one noun; the part's own operations.ts lists them. */
const operationModule = /^src\/\w+\/(operations\/[^/]+|[^/]+\/operations)\.ts$/

const root = fileURLToPath(new URL('..', import.meta.url))
const files = ['src', 'web/src'].flatMap(sourcesUnder)
const sources = files.filter(({ file }) => file.startsWith('src/'))
const places = new Map<string, Place | undefined>()
const pages = files.filter(({ file }) => file.startsWith('web/'))

describe('the direction of imports', () => {
  it('every source file belongs to a layer', () => {
    expect(sources.filter(({ file }) => rowOf(file) < 0).map(({ file }) => file)).toEqual([])
  })

  it('imports go down the layers, from entry to kernel', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports.filter(({ to }) => to.startsWith('src/') && !mayImport(file, to)).map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('files never import each other in a cycle, not even for types', () => {
    expect(importCycles()).toEqual([])
  })

  it('only the list of a part imports its operations', () => {
    const wrong = sources.flatMap(({ file, imports }) =>
      imports
        .filter(
          ({ to }) => rowOf(to) === rowOf(file) && operationModule.test(to) && !/^src\/\w+\/operations\.ts$/.test(file),
        )
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('a package is imported only by the folders that own it', () => {
    const wrong = files.flatMap(({ file, imports }) =>
      imports
        .filter(({ to }) =>
          packageFolders.some(([name, places]) => name.test(to) && !places.some(place => file.startsWith(place))),
        )
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('what the page imports', () => {
  it('the page imports only types, schemas and the listed pure modules of the program', () => {
    const wrong = pages.flatMap(({ file, imports }) =>
      imports
        .filter(({ to, type }) => to.startsWith('src/') && !type && !browserModules.some(allowed => allowed.test(to)))
        .map(({ to }) => `${file} → ${to}`),
    )
    expect(wrong).toEqual([])
  })

  it('modules for the page need no Node and no package but zod', () => {
    const wrong = sources
      .filter(({ file }) => browserModules.some(allowed => allowed.test(file)))
      .flatMap(({ file, imports }) =>
        imports
          .filter(
            ({ to, type }) =>
              !type && to !== 'zod' && to !== 'assets/tokens.json' && !browserModules.some(allowed => allowed.test(to)),
          )
          .map(({ to }) => `${file} → ${to}`),
      )
    expect(wrong).toEqual([])
  })
})

describe('the files', () => {
  it('source files are small: none over 500 lines, nine of ten at most 200', () => {
    expect(files.filter(({ lines }) => lines > 500).map(({ file, lines }) => `${file}: ${lines} lines`)).toEqual([])
    const ninetieth = files.map(({ lines }) => lines).sort((a, b) => a - b)[Math.floor(files.length * 0.9)]
    expect(ninetieth).toBeLessThanOrEqual(200)
  })

  it('source files are named for what they do, never utils or helpers', () => {
    const vague = /^(utils?|helpers?|types?|constants?|common|misc|shared)\.tsx?$/
    expect(files.filter(({ file }) => vague.test(basename(file))).map(({ file }) => file)).toEqual([])
  })

  it('source files have no default export', () => {
    expect(files.filter(({ text }) => /^export default\b/m.test(text)).map(({ file }) => file)).toEqual([])
  })
})

describe('the tests in a browser', () => {
  it('browser tests wait for what they expect; only what must never be there is read immediately', () => {
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

/** The start of the paths of its files, one file, or a pattern. */
type Place = string | RegExp

interface Import {
  /** A path from the root for files of ours, else the name of the package. */
  to: string
  type: boolean
  /** Loaded when it is needed. */
  lazy: boolean
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
    .map(([statement, type, to = '']) => ({
      to: to.startsWith('.') ? fromRoot(join(path, '..', to)) : to,
      type: Boolean(type),
      lazy: statement.startsWith('import('),
    }))
}

/** One cycle for every group of files that import each other, as `file → file → file`. */
function importCycles(): string[] {
  const importsByFile = new Map(
    sources.map(({ file, imports }) => [file, imports.filter(({ lazy }) => !lazy).map(({ to }) => to)]),
  )
  const done = new Set<string>()
  const cycles: string[] = []
  const visit = (file: string, path: readonly string[]) => {
    if (path.includes(file)) {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      return
    }
    if (done.has(file)) return
    for (const to of importsByFile.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of importsByFile.keys()) visit(file, [])
  return cycles
}

function fromRoot(path: string): string {
  return relative(root, path).split(sep).join('/')
}

function rowOf(file: string): number {
  const place = placeOf(file)
  return layers.findIndex(row => row.some(each => each === place))
}

/** The most specific place of a file wins over its folder. */
function placeOf(file: string): Place | undefined {
  if (!places.has(file)) {
    const fitting = layers
      .flat()
      .filter(place => (typeof place === 'string' ? file.startsWith(place) : place.test(file)))
    const [closest] = fitting.toSorted((a, b) => String(b).length - String(a).length)
    places.set(file, fitting.find(place => place === file || place instanceof RegExp) ?? closest)
  }
  return places.get(file)
}

function mayImport(file: string, to: string): boolean {
  const [from, target] = [rowOf(file), rowOf(to)]
  return target >= 0 && (target < from || placeOf(file) === placeOf(to))
}
