import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { quoteOf } from '../text/places.ts'
import type { FileText } from '../workspace/vfs.ts'
import { Answer, DryRun } from './answer.ts'
import { dryRunArg, scenePathAliases, scenePathArg } from './arguments.ts'
import { basicMetrics, type Measured, pacingMetrics, type Remark, repetition, voiceMetrics } from './prose-metrics.ts'
import { type Prose, proseOf } from './prose-sentences.ts'
import { defineTool } from './tool.ts'
import { WorkspaceReader } from './workspace-reader.ts'

const id = 'prose_analyzer'
const version = '1.0.0'

/** Counts of sentences, words and voices in a scene. */
export const proseAnalyzer = defineTool({
  id,
  version,
  purpose: 'Measure sentence lengths, dialogue, point of view, adverbs and repetition in a scene.',
  whenToUse: 'For questions about prose, pacing, voice or rhythm.',
  input: z.strictObject({
    scene_path: scenePathArg,
    focus: z.enum(['pacing', 'voice', 'rhythm', 'all']).describe('Which measures.').default('all'),
    dry_run: dryRunArg,
  }),
  argAliases: scenePathAliases,
  async run({ scene_path: path, focus, dry_run }, ctx) {
    if (dry_run) return new DryRun(ctx.snapshot).path(path).result(id, version)
    const reader = new WorkspaceReader(ctx)
    const { file, text } = await reader.open(path)
    const { names } = await reader.known()
    const prose = proseOf(text.lines, names)
    const groups = groupsFor(focus, prose, text.lines)
    const remarks = groups.flatMap(group => group.remarks).slice(0, 12)
    const excerpt = openingOf(text, prose.paragraphs[0]?.startLine)
    const answer = new Answer()
    for (const remark of remarks) {
      answer.refs.lines(text, remark.part.line, remark.endLine)
      answer.span(text, file.class, remark.part, remark.at, remark.note, 70)
    }
    const longest = prose.sentences.toSorted((a, b) => b.length - a.length)[0]
    if (longest)
      answer.span(text, file.class, longest.part, longest.part.start, `longest sentence, ${longest.length} words`, 40)
    answer.refs.lines(text, excerpt.start_line, excerpt.end_line)
    answer.refs.whole(text)
    return answer.json({
      tool: id,
      tool_version: version,
      scene_path: file.path,
      focus,
      metrics: Object.fromEntries([basicMetrics(prose), ...groups.map(group => group.metrics)].flatMap(Object.entries)),
      observations: remarks.map(remark => observation(remark, text.lines)),
      excerpt,
    })
  },
})

function groupsFor(focus: string, prose: Prose, lines: readonly string[]): Measured[] {
  return [
    ...(focus === 'voice' ? [] : [pacingMetrics(prose, lines)]),
    ...(focus === 'voice' || focus === 'all' ? [voiceMetrics(prose, lines)] : []),
    ...(focus === 'rhythm' || focus === 'all' ? [repetition(prose)] : []),
  ]
}

function observation({ code, part, at, endLine, value }: Remark, lines: readonly string[]) {
  const end = endLine > part.line ? { end_line: endLine } : {}
  const { quote, truncated } = quoteOf(lines, part, at, 160)
  return { code, line: part.line, ...end, quote, value, ...(truncated && { truncated }) }
}

/** The first lines of the prose. */
export function openingOf({ lines }: FileText, start: number | undefined) {
  if (start === undefined) return { start_line: 1, end_line: 0, text: '' }
  const whole = lines.slice(start - 1, start + 799).join('\n')
  const text = cutTo(whole, 800).trimEnd()
  const end = start + text.split('\n').length - 1
  return { start_line: start, end_line: end, text, ...(text !== whole.trimEnd() && { truncated: true }) }
}
