import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { quoteOf } from '../text/places.ts'
import type { FileText } from '../workspace/vfs.ts'
import { scenePathAliases, scenePathArg } from './arguments.ts'
import { defineTool } from './define-tool.ts'
import { basicMetrics, type Measured, pacingMetrics, type Remark, repetition, voiceMetrics } from './prose-metrics.ts'
import { type Prose, proseOf } from './prose-sentences.ts'

/** Counts of sentences, words and voices in a scene. */
export const proseAnalyzer = defineTool({
  id: 'prose_analyzer',
  version: '1.0.0',
  purpose: 'Measure sentence lengths, dialogue, point of view, adverbs and repetition in a scene.',
  whenToUse: 'For questions about prose, pacing, voice or rhythm.',
  input: z.strictObject({
    scene_path: scenePathArg,
    focus: z.enum(['pacing', 'voice', 'rhythm', 'all']).describe('Which measures.').default('all'),
  }),
  argAliases: scenePathAliases,
  wouldRead: ({ scene_path }, dry) => dry.path(scene_path),
  async run({ scene_path, focus }, { reader, answer }) {
    const { file, text } = await reader.open(scene_path)
    const { names } = await reader.known()
    const prose = proseOf(text.lines, names)
    const groups = groupsFor(focus, prose, text.lines)
    const remarks = groups.flatMap(group => group.remarks).slice(0, 12)
    const excerpt = openingOf(text, prose.paragraphs[0]?.startLine)
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
