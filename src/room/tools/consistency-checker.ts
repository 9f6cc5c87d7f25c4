import { z } from 'zod'
import type { CardKnowledge } from '../text/card-knowledge.ts'
import { matchEntry } from '../text/entry-match.ts'
import { roundTo } from '../text/numbers.ts'
import { quoteOf } from '../text/places.ts'
import type { OutlineScene } from '../workspace/outline.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import type { Answer } from './answer.ts'
import {
  type Candidate,
  type CandidateStatus,
  type ConsistencyFile,
  candidatesOf,
  isInFocus,
} from './consistency-candidates.ts'
import { crossReferences, fileRow, namedIn, sharedTerms } from './consistency-overview.ts'
import { defineTool } from './define-tool.ts'
import { ToolFault } from './tool.ts'
import { discoveredOutline, type OpenedFile, readScene, type WorkspaceReader } from './workspace-reader.ts'

const weights: { [status in CandidateStatus]: number } = {
  contradiction: 100,
  name_variant: 90,
  terminology: 70,
  uncertain: 60,
}

/** What several files say about the same things. */
export const consistencyChecker = defineTool({
  id: 'consistency_checker',
  version: '1.0.0',
  purpose: 'Compare files with each other: facts, names, terms and deaths that do not agree.',
  whenToUse: 'For contradictions between scenes, or between scenes and cards, without choosing canon.',
  input: z.strictObject({
    file_paths: z.array(z.string()).min(1).max(10).describe('Files to compare.'),
    focus: z.enum(['characters', 'terminology', 'events', 'general']).describe('What to look at.').default('general'),
  }),
  argAliases: { files: 'file_paths', paths: 'file_paths' },
  wouldRead({ file_paths }, dry) {
    for (const path of file_paths) dry.path(path)
  },
  async run({ file_paths: paths, focus }, { reader, answer }) {
    const known = await reader.known()
    const outline = await discoveredOutline(reader)
    const rows = await openAll(reader, paths)
    const opened = rows.filter(row => 'text' in row)
    if (opened.length === 0) throw new ToolFault('no_readable_files')
    const files = new Map<string, ConsistencyFile>()
    for (const { file, text } of opened) {
      await reader.pause()
      files.set(file.path, readFile(file, text, known, outline?.entries ?? []))
    }
    await reader.pause()
    const candidates = candidatesOf([...files.values()], known).filter(each => isInFocus(each, focus))
    const listed = candidates.slice(0, 30)
    const texts = new Map(opened.map(({ file, text }) => [file.path, text]))
    for (const path of new Set(listed.flatMap(each => each.values.map(value => value.path)))) {
      const text = texts.get(path) ?? (await reader.peek(reader.fileOf(path)))
      if (text) texts.set(path, text)
    }
    const named = new Map([...files].map(([path, file]) => [path, namedIn(file)]))
    citeLines(answer, listed, texts, reader)
    for (const { text } of opened) answer.refs.whole(text)
    const count = (status: CandidateStatus) => candidates.filter(each => each.status === status).length
    return answer.json({
      focus,
      counts: {
        contradiction: count('contradiction'),
        uncertain: count('uncertain'),
        name_variant: count('name_variant'),
        terminology: count('terminology'),
      },
      candidates: listed.map((each, at) => candidateRow(each, `C${at + 1}`, texts)),
      cross_references: crossReferences([...named].map(([path, each]) => ({ path, named: each }))),
      shared_terms: sharedTerms([...files.values()]),
      files: rows.map(row => {
        if (!('text' in row)) return row
        const file = files.get(row.file.path)
        const markers = focus === 'events' ? 30 : 10
        return file ? fileRow(file, row.file.class, named.get(row.file.path) ?? [], markers) : { path: row.file.path }
      }),
      notes: opened.length === 1 ? ['single file'] : [],
    })
  },
})

type Row = OpenedFile | { path: string; error: string }

async function openAll(reader: WorkspaceReader, paths: readonly string[]): Promise<Row[]> {
  const rows = new Map<string, Row>()
  for (const path of paths) {
    const opened = await reader.tryToOpen(path)
    if ('fault' in opened) rows.set(opened.path, { path: opened.path, error: opened.fault.code })
    else rows.set(opened.file.path, opened)
  }
  return [...rows.values()]
}

function readFile(
  file: VfsFile,
  text: FileText,
  known: CardKnowledge,
  entries: readonly OutlineScene[],
): ConsistencyFile {
  const entry = file.class === 'scene' ? matchEntry(file.path, entries)?.entry : undefined
  const scene = readScene(text, known, entry)
  const card = known.cards.find(each => each.path === file.path)
  return { ...scene, facts: card?.facts ?? scene.facts, card: card !== undefined }
}

function citeLines(
  answer: Answer,
  candidates: readonly Candidate[],
  texts: ReadonlyMap<string, FileText>,
  reader: WorkspaceReader,
): void {
  for (const candidate of candidates)
    for (const { value, path, part, at } of candidate.values) {
      const text = texts.get(path)
      if (!text) continue
      answer.refs.lines(text, part.line)
      const about = candidate.attribute === undefined ? candidate.entity : `${candidate.entity}: ${candidate.attribute}`
      answer.span(text, reader.fileOf(path).class, part, at, `${about} is ${value} here`, weights[candidate.status])
    }
}

function candidateRow(candidate: Candidate, name: string, texts: ReadonlyMap<string, FileText>) {
  const { kind, status, entity, attribute, confidence, values } = candidate
  return {
    id: name,
    kind,
    status,
    entity,
    ...(attribute !== undefined && { attribute }),
    confidence: roundTo(confidence, 2),
    values: values.map(({ value, path, part, at, inDialogue }) => ({
      value,
      path,
      line: part.line,
      ...quoteOf(texts.get(path)?.lines ?? [], part, at, 240),
      ...(inDialogue && { in_dialogue: true }),
    })),
  }
}
