import { expect } from 'vitest'
import { executeTool } from '../../src/room/tools/registry.ts'
import { contextOf, memorySnapshot, sampleContents } from './tools-context.ts'

export const contents = sampleContents()
export const cards = Object.keys(contents).filter(path => path.startsWith('Compendium/'))
export const scene = 'Story/Scenes/SCN-04-the-causeway.md'
export const original = contents[scene] ?? ''
export const analyzers = [
  ['canon_checker', (path: string) => ({ scene_path: path, canon_paths: cards })],
  ['prose_analyzer', (path: string) => ({ scene_path: path })],
  ['consistency_checker', (path: string) => ({ file_paths: [path, ...cards] })],
  ['scene_draft_validator', (path: string) => ({ scene_path: path })],
  ['file_reader', (path: string) => ({ file_path: path })],
] as const

/** A scene of so many lines is read to its end and counted. */
export async function expectLongScene(lines: number): Promise<void> {
  const snapshot = memorySnapshot({ ...contents, 'Story/Scenes/SCN-08-long.md': 'a line\n\n'.repeat(lines / 2) })
  const window = { file_path: 'SCN-08-long.md', start_line: lines - 10 }
  const read = await executeTool('file_reader', window, contextOf(snapshot))
  expect(JSON.parse(read.text)).toMatchObject({ end_line: lines, total_lines: lines, more: false })
  const prose = await executeTool('prose_analyzer', { scene_path: 'SCN-08-long.md' }, contextOf(snapshot))
  expect(JSON.parse(prose.text).metrics).toMatchObject({ word_count: lines, paragraph_count: lines / 2 })
}

/** Ten times the text is ten times the words, read in about ten times the work. */
export async function expectLinear(repeats: number): Promise<void> {
  const small = original.slice(original.indexOf('Twice')).repeat(repeats)
  for (const [tool, args] of analyzers.slice(0, 4)) {
    const [tenth, whole] = [await timed(tool, args, small), await timed(tool, args, small.repeat(10))]
    expect(whole.words).toBe(tenth.words * 10)
    console.info(`${tool}: a scene ten times as long is ${(whole.cost / tenth.cost).toFixed(1)} times the work`)
  }
}

async function timed(tool: string, args: (path: string) => object, text: string) {
  const snapshot = memorySnapshot({ ...contents, 'Story/Scenes/SCN-08-big.md': text })
  const before = process.cpuUsage()
  const run = await executeTool(tool, { ...args('SCN-08-big.md') }, contextOf(snapshot))
  const { user } = process.cpuUsage(before)
  const prose = await executeTool('prose_analyzer', { scene_path: 'SCN-08-big.md' }, contextOf(snapshot))
  expect(run.ok).toBe(true)
  const { metrics } = JSON.parse(prose.text)
  return { cost: Math.max(1, user), words: Number(metrics.word_count) }
}
