import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { renderOutput } from '../../src/room/tools/answer.ts'
import { executeTool, type ToolRun } from '../../src/room/tools/registry.ts'
import type { Snapshot } from '../../src/room/workspace/vfs.ts'
import { calls } from './tools-calls.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'

const contents = sampleContents()
const snapshot = memorySnapshot(contents)
const lines = new Map(Object.entries(contents).map(([path, text]) => [path, text.split('\n')]))
const golden = new URL('../fixtures/room/tools/', import.meta.url)

describe.each(calls)('$name', ({ name, tool, args }) => {
  it('a recorded tool call answers as it is written down', async () => {
    const run = await executeTool(tool, args, contextOf(snapshot))
    await expect(run.text).toMatchFileSnapshot(new URL(`${name}.output.txt`, golden).pathname)
    await expect(renderOutput(run.text)).toMatchFileSnapshot(new URL(`${name}.rendered.txt`, golden).pathname)
  })

  it('a recorded tool call quotes nothing that is not on its line', async () => {
    const run = await executeTool(tool, args, contextOf(snapshot))
    for (const { path, line, quote } of quotesIn(run)) expect(lines.get(path)?.[line - 1]).toContain(quote)
    for (const { path, start_line, quote } of run.spans) {
      expect(lines.get(path)?.[start_line - 1]).toContain(quote)
      expect([...quote].length).toBeGreaterThanOrEqual(8)
      expect(Buffer.byteLength(quote)).toBeLessThanOrEqual(160)
    }
  })

  it('a recorded tool call cites lines and files by hashes that recompute', async () => {
    const { fileRefs } = await executeTool(tool, args, contextOf(snapshot))
    for (const { path, start_line, end_line, sha256, excerpt, file_sha256 } of fileRefs) {
      const whole = contents[path] ?? ''
      const cited =
        start_line === undefined
          ? whole
          : whole
              .split('\n')
              .slice(start_line - 1, end_line)
              .join('\n')
      expect(sha256).toBe(hash(cited))
      expect(file_sha256).toBe(hash(whole))
      expect(cited.startsWith(excerpt)).toBe(true)
    }
  })

  it('a recorded tool call answers the same again, and when the folder is read in another order', async () => {
    const first = await stable(tool, args, snapshot)
    expect(await stable(tool, args, snapshot)).toEqual(first)
    expect(await stable(tool, args, memorySnapshot(Object.fromEntries(Object.entries(contents).reverse())))).toEqual(
      first,
    )
  })

  it('a recorded tool call is rendered with every number it holds', async () => {
    const run = await executeTool(tool, args, contextOf(snapshot))
    const rendered = renderOutput(run.text)
    for (const number of numbersIn(parsed(run.text))) expect(rendered).toContain(String(number))
  })
})

async function stable(tool: string, args: { [name: string]: unknown }, tree: Snapshot) {
  const { durationMs: _, ...rest } = await executeTool(tool, args, contextOf(tree))
  return rest
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function parsed(text: string): unknown {
  return text.startsWith('{') ? JSON.parse(text) : {}
}

interface Quoted {
  path: string
  line: number
  quote: string
}

/** Every object with a quote or text and a line; where it names no file it is about the file of the whole output. */
function quotesIn({ text }: ToolRun): Quoted[] {
  const output = parsed(text)
  const found: Quoted[] = []
  const home = fieldOf(output, 'scene_path') ?? fieldOf(output, 'outline_path') ?? ''
  const walk = (value: unknown, around: unknown) => {
    if (typeof value !== 'object' || value === null) return
    const path = fieldOf(value, 'path') ?? fieldOf(around, 'path') ?? home
    const own = (['line', 'start_line', 'outline_line', 'scene_line'] as const).map(
      key => [key, numberOf(value, key)] as const,
    )
    const [key, line] = own.find(([, each]) => each !== undefined) ?? []
    const quote = fieldOf(value, 'quote') ?? (key === 'line' ? fieldOf(value, 'text') : undefined)
    if (quote !== undefined && line !== undefined) {
      const outlined = numberOf(value, 'outline_line')
      found.push(
        outlined === undefined ? { path, line, quote } : { path: 'Story/SCN-outline.md', line: outlined, quote },
      )
    }
    for (const inner of Object.values(value)) walk(inner, Array.isArray(value) ? around : value)
  }
  walk(output, {})
  return found
}

function fieldOf(value: unknown, key: string): string | undefined {
  const found =
    typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key) : undefined
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

function numberOf(value: object, key: string): number | undefined {
  const found = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'number' ? found : undefined
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(numbersIn)
}
