import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { lineQuote } from '../text/places.ts'
import { type SceneHead, sceneHead } from '../text/scene-head.ts'
import { countWords } from '../text/words.ts'
import { type OutlineScene, parseOutline } from '../workspace/outline.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import { textUpTo } from './arguments.ts'
import { defineTool } from './define-tool.ts'
import { type Problem, problemsOf, type Severity } from './outline-problems.ts'
import { ToolFault } from './tool.ts'
import { matchScenes, outlinesIn, scenesIn, type WorkspaceReader } from './workspace-reader.ts'

const weights: { [severity in Severity]: number } = { high: 90, medium: 60, low: 30 }

/** The outline, its scenes and what is wrong with it. */
export const outlineAnalyzer = defineTool({
  id: 'outline_analyzer',
  version: '1.0.0',
  purpose: 'Read the outline, match its entries to scene files and list structural problems.',
  whenToUse: 'For questions about structure, order, points of view or missing scenes.',
  input: z.strictObject({
    outline_path: z.string().describe('Path of the outline; found by itself.').optional(),
    mode: textUpTo(40).describe('structure, or full for the text too.').default('structure'),
  }),
  argAliases: { path: 'outline_path', file: 'outline_path', filepath: 'outline_path', outline: 'outline_path' },
  wouldRead({ outline_path }, dry, { snapshot }) {
    const path = outline_path ?? snapshot.outlinePath
    if (path !== null) dry.path(path)
    dry.files(scenesIn(snapshot))
  },
  async run({ outline_path, mode }, { reader, answer, snapshot }) {
    const path = outline_path ?? snapshot.outlinePath
    if (path === null) throw new ToolFault('outline_not_found')
    const { file, text } = await reader.open(path)
    const entries = parseOutline(text.content).scenes
    if (entries.length === 0) throw new ToolFault('outline_empty')
    const scenes = scenesIn(snapshot).filter(scene => scene.path !== file.path)
    const { byScene, byEntry } = matchScenes(scenes, entries)
    const read = await readHeads(reader, byEntry.values())
    const heads = new Map([...read].map(([path, { head }]) => [path, head]))
    const known = await reader.known()
    const problems = problemsOf({ entries, scenes, sceneOf: byEntry, matched: new Set(byScene.keys()), heads, known })
    const rows = problems.slice(0, 40).map(each => problemRow(each, entries, text))
    for (const row of rows) {
      answer.refs.lines(text, row.start_line, row.end_line)
      answer.lineSpan(text, file.class, row.start_line, row.code.replaceAll('_', ' '), weights[row.severity])
    }
    for (const { start_line } of entries) {
      answer.refs.lines(text, start_line)
      answer.lineSpan(text, file.class, start_line, 'entry of the outline', 10)
    }
    answer.refs.whole(text)
    for (const { text: scene } of read.values()) answer.refs.whole(scene)
    const content = cutTo(text.content, 4000)
    return answer.json({
      outline_path: file.path,
      mode,
      total_scenes: entries.length,
      total_lines: text.lines.length,
      summary: summaryOf(entries, byEntry.size, problems),
      issue: rows[0] ?? null,
      problems: rows,
      scenes: entries.map(entry => sceneRow(entry, byEntry.get(entry.number))),
      pov_counts: povCounts(entries),
      other_candidates: [...outlinesIn(snapshot)].filter(each => each !== file.path),
      ...(mode === 'full' && { content, ...(content !== text.content && { truncated: true }) }),
    })
  },
})

async function readHeads(reader: WorkspaceReader, scenes: Iterable<VfsFile>) {
  const read = new Map<string, { head: SceneHead; text: FileText }>()
  for (const scene of scenes) {
    const text = await reader.peek(scene)
    if (text) read.set(scene.path, { head: sceneHead(text.lines), text })
  }
  return read
}

/** Of a problem without an entry: the first line of the outline that says something. */
function problemRow(problem: Problem, entries: readonly OutlineScene[], text: FileText) {
  const entry = entries.find(each => each.number === problem.entries.at(-1))
  const line = entry?.start_line ?? text.lines.findIndex(each => each.trim() !== '') + 1
  const { code, severity, message, entries: numbers, scene_path } = problem
  const where = { start_line: line, end_line: line, ...lineQuote(text.lines[line - 1] ?? '', 160) }
  return { code, severity, message, entries: numbers, ...where, ...(scene_path !== undefined && { scene_path }) }
}

function sceneRow(entry: OutlineScene, scene: VfsFile | undefined) {
  const summary = cutTo(entry.summary, 200)
  return {
    number: entry.number,
    ...(entry.declared_number !== undefined && { declared_number: entry.declared_number }),
    title: entry.title,
    ...(entry.pov !== undefined && { pov: entry.pov }),
    start_line: entry.start_line,
    end_line: entry.end_line,
    summary,
    ...(scene && { scene_path: scene.path }),
    word_count: countWords(entry.summary),
    ...(summary !== entry.summary && { truncated: true }),
  }
}

function summaryOf(entries: readonly OutlineScene[], matched: number, problems: readonly Problem[]): string {
  const views = new Set(entries.flatMap(entry => entry.pov ?? [])).size
  const [high, medium, low] = (['high', 'medium', 'low'] as const).map(
    severity => problems.filter(each => each.severity === severity).length,
  )
  return (
    `${entries.length} scenes, ${views} points of view, ${matched} with a scene file; ` +
    `problems: ${high} high, ${medium} medium, ${low} low.`
  )
}

function povCounts(entries: readonly OutlineScene[]): { [name: string]: number } {
  const counts = new Map<string, number>()
  for (const { pov } of entries) if (pov !== undefined) counts.set(pov, (counts.get(pov) ?? 0) + 1)
  return Object.fromEntries(counts)
}
