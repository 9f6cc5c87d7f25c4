import { z } from 'zod'
import { cutTo } from '../../kernel/text.ts'
import { cardOf, characterOf, type KnownCard } from '../text/card-knowledge.ts'
import { likelyEntries, matchEntry } from '../text/entry-match.ts'
import { valueText } from '../text/facts.ts'
import { sceneHead } from '../text/scene-head.ts'
import { structureOf } from '../text/structure.ts'
import { countWords } from '../text/words.ts'
import { type OutlineScene, parseOutline } from '../workspace/outline.ts'
import type { FileClass, FileText } from '../workspace/vfs.ts'
import type { Answer } from './answer.ts'
import { scenePathAliases, scenePathArg } from './arguments.ts'
import { type Finding, findingRow, findingsOf } from './canon-findings.ts'
import { defineTool } from './define-tool.ts'
import { type Check, checksOf } from './draft-checks.ts'
import { openingOf } from './prose-analyzer.ts'
import { viewOf } from './prose-metrics.ts'
import { proseOf } from './prose-sentences.ts'
import { discoveredOutline, type OpenOutline, readScene, scenesIn, type WorkspaceReader } from './workspace-reader.ts'

/** Whether a draft does what its outline entry and the card of its view say. */
export const sceneDraftValidator = defineTool({
  id: 'scene_draft_validator',
  version: '1.1.0',
  purpose: 'Check a scene draft against its outline entry and the canon card of its point of view.',
  whenToUse: 'When a draft should follow the outline.',
  input: z.strictObject({
    scene_path: scenePathArg,
    outline_path: z.string().describe('Path of the outline; found by itself.').optional(),
    include_canon: z.boolean().describe('Also compare with the card.').default(true),
  }),
  argAliases: { ...scenePathAliases, outline: 'outline_path', canon: 'include_canon' },
  wouldRead({ scene_path, outline_path }, dry, { snapshot }) {
    dry.path(scene_path)
    const outline = outline_path ?? snapshot.outlinePath
    if (outline !== null) dry.path(outline)
  },
  async run({ scene_path, outline_path: outlinePath, include_canon }, { reader, answer }) {
    const { file, text } = await reader.open(scene_path)
    const outline = outlinePath === undefined ? await discoveredOutline(reader) : await openOutline(reader, outlinePath)
    const match = matchEntry(file.path, outline?.entries ?? [], sceneHead(text.lines))
    const known = await reader.known()
    const scene = readScene(text, known, match?.entry)
    const prose = proseOf(text.lines, known.names)
    const canon = include_canon
      ? await canonOf(reader, cardOf(known, characterOf(known, match?.entry.pov ?? null) ?? scene.narrator))
      : undefined
    const findings = canon && findingsOf(scene, [canon], known)
    const narrated = prose.words.filter(word => !word.spoken)
    const checks = checksOf({
      scene,
      entry: match?.entry,
      outline: outline?.text,
      known,
      words: prose.words.length,
      lengths: await sceneLengths(reader),
      firstPerson: viewOf(narrated).view === 'first_person',
      findings,
    })
    const excerpt = openingOf(text, prose.paragraphs[0]?.startLine)
    cite(answer, checks, { text, outline, entry: match?.entry, kind: file.class })
    for (const each of findings?.slice(0, 10) ?? []) {
      answer.refs.lines(each.scene.file, each.scene.part.line)
      answer.refs.lines(each.canon.file, each.canon.part.line)
    }
    for (const fact of canon?.card.facts.slice(0, 20) ?? []) if (canon) answer.refs.lines(canon.file, fact.part.line)
    answer.refs.lines(text, excerpt.start_line, excerpt.end_line)
    answer.refs.whole(text)
    return answer.json({
      scene_path: file.path,
      status: statusOf(checks, match !== undefined),
      scene: { word_count: prose.words.length, total_lines: text.lines.length, pov: scene.pov, number: scene.number },
      outline_match: match
        ? { matched: true, match_method: match.method, ...entryRow(match.entry) }
        : unmatchedDraft(file.path, outline),
      checks,
      ...(canon && findings && { canon_card: canonRow(canon.card, canon.file, findings, answer) }),
      excerpt,
      notes: notesOf(canon !== undefined, include_canon),
    })
  },
})

async function openOutline(reader: WorkspaceReader, path: string): Promise<OpenOutline> {
  const { file, text } = await reader.open(path)
  return { file, text, entries: parseOutline(text.content).scenes }
}

async function canonOf(reader: WorkspaceReader, card: KnownCard | undefined) {
  const file = card && (await reader.peek(reader.fileOf(card.path)))
  return card && file ? { card, file } : undefined
}

async function sceneLengths(reader: WorkspaceReader): Promise<number[]> {
  const lengths: number[] = []
  for (const scene of scenesIn(reader.snapshot)) {
    const text = await reader.peek(scene)
    const paragraphs = text ? structureOf(text.lines).blocks.filter(block => block.kind === 'paragraph') : []
    if (text) lengths.push(paragraphs.reduce((sum, block) => sum + countWords(block.text), 0))
  }
  return lengths
}

interface Cited {
  text: FileText
  outline: OpenOutline | undefined
  entry: OutlineScene | undefined
  kind: FileClass
}

function cite(answer: Answer, checks: readonly Check[], { text, outline, entry, kind }: Cited): void {
  if (outline && entry) answer.refs.lines(outline.text, entry.start_line, entry.end_line)
  for (const { result, detail, scene_line, outline_line, quote } of checks) {
    if (scene_line !== undefined) answer.refs.lines(text, scene_line)
    if (outline_line !== undefined && outline) answer.refs.lines(outline.text, outline_line)
    if (result === 'pass' || quote === undefined) continue
    const weight = result === 'fail' ? 80 : 50
    if (outline && outline_line !== undefined)
      answer.lineSpan(outline.text, outline.file.class, outline_line, detail, weight)
    else if (scene_line !== undefined) answer.lineSpan(text, kind, scene_line, detail, weight)
  }
  if (outline && entry) answer.lineSpan(outline.text, outline.file.class, entry.start_line, 'entry of the outline', 20)
}

function statusOf(checks: readonly Check[], matched: boolean): string {
  if (checks.some(check => check.result === 'fail')) return 'fail'
  if (checks.some(check => check.result === 'warn')) return 'warn'
  return matched ? 'pass' : 'unmatched'
}

function entryRow(entry: OutlineScene) {
  const summary = cutTo(entry.summary, 400)
  return {
    number: entry.declared_number ?? entry.number,
    title: entry.title,
    ...(entry.pov !== undefined && { pov: entry.pov }),
    start_line: entry.start_line,
    end_line: entry.end_line,
    summary,
    ...(summary !== entry.summary && { truncated: true }),
  }
}

function unmatchedDraft(path: string, outline: OpenOutline | undefined) {
  if (!outline) return { matched: false, error: 'outline_not_found' }
  const candidates = likelyEntries(path, outline.entries).map(({ number, title }) => ({ number, title }))
  return { matched: false, ...(candidates.length > 0 && { candidates }) }
}

function canonRow(card: KnownCard, file: FileText, findings: readonly Finding[], answer: Answer) {
  const excerpt = cutTo(file.content, 600)
  answer.refs.lines(file, 1, excerpt.split(/\r\n|\r|\n/).length)
  return {
    path: card.path,
    title: card.title,
    facts: card.facts
      .slice(0, 20)
      .map(({ attribute, value, part }) => ({ attribute, value: valueText(value), line: part.line })),
    findings: findings.slice(0, 10).map((finding, at) => findingRow(finding, `F${at + 1}`)),
    excerpt,
    ...(excerpt !== file.content && { truncated: true }),
  }
}

function notesOf(compared: boolean, asked: boolean): string[] {
  return asked && !compared ? ['no character card for the point of view'] : []
}
