import { statSync } from 'node:fs'
import { isAbsolute, join, relative, sep } from 'node:path'
import { Fault } from '../../kernel/fault.ts'
import { keyOf } from './key.ts'
import { parameterNames, parseTemplate, type Template } from './placeholders.ts'
import { type FileIdentity, findLayerFile, readLayerFile, sameFile } from './read-layer-file.ts'
import { type FencedLine, FileFault, followFences, invalidFile, sourceLines, trimBlankLines } from './source-lines.ts'
import { parseStatementsFile, type Statement, type StatementKey, statementKeys } from './statements-file.ts'

export const layerNames = ['project', 'user', 'builtin'] as const
type LayerName = (typeof layerNames)[number]

/** Where a text came from; reported together with what was made of it. */
interface Origin {
  layer: LayerName
  file: string
  sha256: string
}

export type LibraryPrompt = Prompt & Origin
export type LibraryStatement = Statement & Origin

export interface Library {
  /** Merged: project, user, built-in, in file order; a key of a higher layer hides those below. */
  prompts: LibraryPrompt[]
  statements: ReadonlyMap<StatementKey, LibraryStatement>
  /** Prompt files in use, highest layer first. */
  files: string[]
  warnings: string[]
  notices: string[]
}

export interface LibrarySettings {
  /** Files of the person, used when they exist. */
  userPrompts: string
  userStatements: string
  builtinPrompts: string
  builtinStatements: string
  /** Folders whose projects may bring files of their own; any when undefined. */
  pathRoots: readonly string[] | undefined
}

export interface LibraryReader {
  /** The library as a project sees it. */
  of(projectPath: string | null): Promise<Library>
}

const projectPrompts = [
  '.daybook/prompts.md',
  'project-documents/ai-project-guide/project-guides/prompt.ai-project.system.md',
]
const projectStatements = ['.daybook/statements.md', 'default-statements.md']

/** Reads the layers; a file that did not change is parsed once. */
export function openLibrary(settings: LibrarySettings): LibraryReader {
  const promptFiles = parsedFiles(parsePromptFile)
  const statementFiles = parsedFiles(parseStatementsFile)

  return {
    async of(projectPath) {
      const notices: string[] = []
      const root = projectRoot(projectPath, settings.pathRoots, notices)
      const prompts = [
        await firstOf(promptFiles, 'project', below(root, projectPrompts), root),
        await firstOf(promptFiles, 'user', [settings.userPrompts]),
        await firstOf(promptFiles, 'builtin', [settings.builtinPrompts]),
      ].filter(layer => layer !== undefined)
      const statements = [
        await firstOf(statementFiles, 'project', below(root, projectStatements), root),
        await firstOf(statementFiles, 'user', [settings.userStatements]),
        await firstOf(statementFiles, 'builtin', [settings.builtinStatements]),
      ].filter(layer => layer !== undefined)
      return {
        ...mergedPrompts(prompts),
        statements: mergedStatements(statements),
        files: prompts.map(({ file }) => file),
        notices,
      }
    },
  }
}

interface Layer<T> extends Origin {
  parsed: T & { warnings: string[] }
}

type ParsedFiles<T> = (layer: LayerName, path: string, root?: string) => Promise<Layer<T> | undefined>

/** Enough for the layers of every project one process is likely to serve at a time. */
const keptFiles = 64

function parsedFiles<T extends { warnings: string[] }>(parse: (text: string) => T): ParsedFiles<T> {
  const known = new Map<string, FileIdentity & { sha256: string; parsed: T }>()
  return async (layer, path, root) => {
    const before = known.get(path)
    const found = await findLayerFile(path, root, before)
    if (!found) return undefined
    if (before && sameFile(before, found)) return { layer, file: path, sha256: before.sha256, parsed: before.parsed }
    const { text, sha256 } = await readLayerFile(path, found)
    const parsed = parsing(path, () => parse(text))
    known.delete(path)
    known.set(path, { ...found, sha256, parsed })
    const [oldest] = known.keys()
    if (known.size > keptFiles && oldest !== undefined) known.delete(oldest)
    return { layer, file: path, sha256, parsed }
  }
}

function parsing<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof FileFault) throw invalidFile(path, error)
    throw error
  }
}

async function firstOf<T>(files: ParsedFiles<T>, layer: LayerName, paths: string[], root?: string) {
  for (const path of paths) {
    const found = await files(layer, path, root)
    if (found) return found
  }
  return undefined
}

function below(root: string | undefined, names: string[]): string[] {
  return root === undefined ? [] : names.map(name => join(root, name))
}

function projectRoot(
  path: string | null,
  allowed: readonly string[] | undefined,
  notices: string[],
): string | undefined {
  if (!path) return undefined
  // Looked at only if allowed: a caller must not learn whether a folder outside these roots exists.
  if (allowed && !allowed.some(root => isUnder(root, path))) {
    notices.push('The project folder is outside context.path_roots: its own prompts and statements were not read.')
    return undefined
  }
  if (!isFolder(path)) throw new Fault('PATH_MISSING', 'The project folder is missing.', { details: { path } })
  return path
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function isUnder(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

function mergedPrompts(layers: Layer<{ prompts: Prompt[] }>[]): Pick<Library, 'prompts' | 'warnings'> {
  const prompts: LibraryPrompt[] = []
  const warnings: string[] = []
  const keys = new Map<string, LayerName>()
  for (const { layer, file, sha256, parsed } of layers) {
    warnings.push(...parsed.warnings.map(warning => `${layer}: ${warning}`))
    for (const prompt of parsed.prompts) {
      const hiding = keys.get(prompt.key)
      if (hiding) warnings.push(`${layer}: '${prompt.key}' is hidden by the ${hiding} layer`)
      else prompts.push({ ...prompt, layer, file, sha256 })
    }
    for (const { key } of parsed.prompts) if (!keys.has(key)) keys.set(key, layer)
  }
  return { prompts, warnings }
}

function mergedStatements(layers: Layer<{ statements: Statement[] }>[]): Map<StatementKey, LibraryStatement> {
  const merged = new Map<StatementKey, LibraryStatement>()
  for (const key of statementKeys) {
    for (const { layer, file, sha256, parsed } of layers) {
      const statement = parsed.statements.find(each => each.key === key)
      if (statement && !merged.has(key)) merged.set(key, { ...statement, layer, file, sha256 })
    }
  }
  return merged
}

interface Prompt {
  name: string
  key: string
  content: string
  template: Template
  parameters: string[]
  line: number
}

/** Reads a prompt file: every heading of five hashes outside fences begins a prompt. */
export function parsePromptFile(text: string): { prompts: Prompt[]; warnings: string[] } {
  const { lines, unclosed } = followFences(sourceLines(text))
  if (unclosed !== undefined) {
    throw new FileFault('a code fence is never closed', 'close the fence that opens on that line', unclosed)
  }
  const prompts: Prompt[] = []
  const warnings: string[] = []
  const keys = new Set<string>()
  for (const { name, line, body } of parts(lines)) {
    const { content, from } = contentOf(body)
    const key = keyOf(name)
    if (!key || !content) warnings.push(`line ${line}: a prompt without ${key ? 'content' : 'name'} was skipped`)
    else if (keys.has(key)) warnings.push(`line ${line}: the key '${key}' occurs twice; the first one is used`)
    else {
      keys.add(key)
      const template = parseTemplate(content, from)
      prompts.push({ name, key, content, template, parameters: parameterNames(template), line })
    }
  }
  return { prompts, warnings }
}

const header = /^#{5} (.*)$/

function parts(lines: readonly FencedLine[]) {
  const heads = lines.flatMap((each, index) => (isHeader(each) ? [index] : []))
  return heads.map((start, n) => {
    const head = lines[start]
    const name = header.exec(head?.text ?? '')?.[1]?.trim() ?? ''
    return { name, line: head?.line ?? 0, body: lines.slice(start + 1, heads[n + 1]) }
  })
}

function isHeader({ text, depth, opens, closes }: FencedLine): boolean {
  return depth === 0 && opens === undefined && !closes && header.test(text)
}

/** The prompt is the content of the code blocks meant to be copied; without such blocks it is the whole text. */
function contentOf(body: readonly FencedLine[]): { content: string; from: number } {
  const blocks = copyBlocks(body)
  const filled = blocks.filter(block => block.some(({ text }) => text.trim() !== ''))
  if (blocks.length > 0) {
    const contents = filled.map(block => trimBlankLines(block.map(({ text }) => text)))
    return { content: contents.join('\n\n'), from: filled[0]?.[0]?.line ?? 1 }
  }
  const first = body.findIndex(({ text }) => text.trim() !== '' && !text.startsWith('*'))
  if (first < 0) return { content: '', from: 1 }
  return { content: trimBlankLines(body.slice(first).map(({ text }) => text)), from: body[first]?.line ?? 1 }
}

const copied = new Set(['', 'markdown', 'md'])

function copyBlocks(body: readonly FencedLine[]): FencedLine[][] {
  const blocks: FencedLine[][] = []
  let block: FencedLine[] | undefined
  for (const each of body) {
    const outermost = each.depth === 0
    if (outermost && each.opens !== undefined && copied.has(each.opens.toLowerCase())) block = []
    else if (outermost && each.closes) {
      if (block) blocks.push(block)
      block = undefined
    } else block?.push(each)
  }
  return blocks
}
