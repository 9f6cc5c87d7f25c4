// Figures of the code: node scripts/run-ts.mjs scripts/figures.ts [commit]. Without a commit, of the files as they are.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupBy } from '../src/kernel/group.ts'
import { cyclesOf } from './figures/cycles.ts'
import { readSources, type SourceFile } from './figures/sources.ts'

const [commit] = process.argv.slice(2)
const folder = commit === undefined ? '.' : checkOut(commit)
try {
  process.stdout.write(`${report(readSources(folder)).join('\n')}\n`)
} finally {
  if (commit !== undefined) rmSync(folder, { recursive: true })
}

function checkOut(revision: string): string {
  const target = mkdtempSync(join(tmpdir(), 'daybook-figures-'))
  const archive = execFileSync('git', ['archive', revision], { maxBuffer: 1e9 })
  execFileSync('tar', ['-x', '-C', target], { input: archive })
  return target
}

function report(all: ReadonlyMap<string, SourceFile>): string[] {
  const files = [...all.values()]
  const production = files.filter(({ path, isTest }) => path.startsWith('src/') && !isTest)
  return [
    '| folder | files | lines |',
    '|---|---|---|',
    ...sizes(production),
    `| **src without tests** | ${sizeOf(production)} |`,
    `| web/src | ${sizeOf(files.filter(({ path, isTest }) => path.startsWith('web/src/') && !isTest))} |`,
    `| tests | ${sizeOf(files.filter(({ path, isTest }) => isTest || path.startsWith('test/')))} |`,
    '',
    '| measure | figure |',
    '|---|---|',
    ...structure(all, production),
    ...recipes(files),
    ...walks(all, production),
  ]
}

function sizes(production: readonly SourceFile[]): string[] {
  const folders = groupBy(production, ({ path }) => folderOf(path))
  return [...folders].sort().map(([name, own]) => `| ${name} | ${sizeOf(own)} |`)
}

function folderOf(path: string): string {
  const [, second = ''] = path.split('/')
  return second.endsWith('.ts') ? 'src/*.ts' : `src/${second}`
}

function sizeOf(files: readonly SourceFile[]): string {
  return `${number(files.length)} | ${number(files.reduce((sum, { lines }) => sum + lines, 0))}`
}

function structure(all: ReadonlyMap<string, SourceFile>, production: readonly SourceFile[]): string[] {
  const cycles = cyclesOf(production.map(({ path, imports }) => [path, imports.map(({ from }) => from)]))
  const used = new Set(
    [...all.values()].flatMap(({ imports }) =>
      imports.flatMap(({ from, names }) => names.map(name => `${from} ${name}`)),
    ),
  )
  const exported = production.flatMap(({ path, exports }) => exports.map(name => `${path} ${name}`))
  const isUnused = (key: string) => !used.has(key) && !used.has(`${key.split(' ')[0]} *`)
  const importers = new Map<string, number>()
  for (const { imports } of production) {
    for (const from of new Set(imports.map(each => each.from))) importers.set(from, (importers.get(from) ?? 0) + 1)
  }
  const once = production.filter(({ path }) => importers.get(path) === 1)
  const smallOnce = once.filter(({ lines }) => lines <= 40)
  return [
    `| import cycles in src, types included | ${cycles.length} (${number(cycles.flat().length)} files) |`,
    `| exports of src that no other file imports | ${number(exported.filter(isUnused).length)} of ${number(exported.length)} |`,
    `| files of src with one importer | ${number(once.length)}, ${number(smallOnce.length)} of them with 40 lines or fewer |`,
  ]
}

/** How many files name an example of each kind: each such file is a place where the next one has to be added. */
function recipes(files: readonly SourceFile[]): string[] {
  const naming = (word: RegExp, isCounted: (path: string) => boolean) =>
    files.filter(({ path, text }) => isCounted(path) && word.test(text)).map(({ path }) => path)
  const operation = naming(/\b(retype_record|retypeRecord|retype-record)\b/, path => !path.startsWith('bench/'))
  const reader = naming(/gemini/i, path => path.startsWith('src/') && !path.startsWith('src/transcripts/gemini-cli/'))
  const field = naming(/\bresolved_by\b/, path => /^(src|web)\//.test(path) && !path.includes('.test.'))
  return [
    `| files that name the operation retype_record | ${operation.length} |`,
    `| files that name the transcript reader for Gemini CLI, outside of its folder | ${reader.length} |`,
    `| files that name the stored field resolved_by | ${field.length} |`,
  ]
}

/** What is loaded for a call: the module that declares the operation and what it imports at run time. */
function walks(all: ReadonlyMap<string, SourceFile>, production: readonly SourceFile[]): string[] {
  const declares = (name: string) => production.find(({ text }) => text.includes(`name: '${name}'`))?.path
  const starts = {
    'MCP activate': declares('activate'),
    'MCP write_evidence': declares('write_evidence'),
    'POST /api/ai/chat': declares('room_chat'),
    'daybook diary generate': declares('diary_generate'),
    'Records overview page': [...all.keys()].find(path => /^web\/src\/pages\/.*overview.*\.tsx$/.test(path)),
  }
  return Object.entries(starts).map(([walk, start]) => {
    const reached = start === undefined ? [] : reachable(all, start)
    return `| files imported on the walk ${walk} | ${sizeOf(reached).replace(' | ', ' with ')} lines |`
  })
}

function reachable(all: ReadonlyMap<string, SourceFile>, start: string): SourceFile[] {
  const reached = new Map<string, SourceFile>()
  const waiting = [start]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const file = all.get(path)
    if (!file || reached.has(path)) continue
    reached.set(path, file)
    waiting.push(...file.imports.filter(({ isType, isDynamic }) => !isType && !isDynamic).map(({ from }) => from))
  }
  return [...reached.values()]
}

function number(value: number): string {
  return value.toLocaleString('en-GB')
}
