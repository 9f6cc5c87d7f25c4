import { type CardKnowledge, characterOf } from '../text/card-knowledge.ts'
import type { Entity } from '../text/entities.ts'
import { type EntryMatch, entryMatcher } from '../text/entry-match.ts'
import type { Fact } from '../text/facts.ts'
import { type Passage, passageOf } from '../text/passages.ts'
import { proseFacts } from '../text/prose-facts.ts'
import { numberInName, type SceneHead, sceneHead } from '../text/scene-head.ts'
import { structureOf } from '../text/structure.ts'
import { type OutlineScene, parseOutline } from '../workspace/outline.ts'
import type { FileText, VfsFile } from '../workspace/vfs.ts'
import type { WorkspaceReader } from './workspace-reader.ts'

/** A file of prose with what it says about known entities. */
export interface ReadScene {
  path: string
  file: FileText
  head: SceneHead
  /** Of the file itself, else of its entry in the outline. */
  pov: string | null
  number: number | null
  narrator: Entity | null
  blocks: readonly Passage[]
  facts: readonly Fact[]
}

export function readScene(file: FileText, known: CardKnowledge, entry: OutlineScene | undefined): ReadScene {
  const head = sceneHead(file.lines)
  const pov = head.pov?.name ?? entry?.pov ?? null
  const narrator = characterOf(known, pov)
  const { blocks } = structureOf(file.lines, line => line === head.povLine)
  const passages = blocks.map(block => passageOf(block, known.names))
  const prose = passages.filter(each => each.block.kind === 'paragraph' || each.block.kind === 'item')
  const facts = proseFacts(prose, { path: file.path, narrator, subject: null }, known.comparable)
  const number = head.number ?? numberInName(file.path) ?? entry?.declared_number ?? entry?.number ?? null
  return { path: file.path, file, head, pov, number, narrator, blocks: passages, facts }
}

export interface OpenOutline {
  file: VfsFile
  text: FileText
  entries: readonly OutlineScene[]
}

/** The outline of the workspace, where there is one that can be read. */
export async function discoveredOutline(reader: WorkspaceReader): Promise<OpenOutline | undefined> {
  const { outlinePath } = reader.snapshot
  if (outlinePath === null) return undefined
  const file = reader.fileOf(outlinePath)
  const text = await reader.peek(file)
  return text && { file, text, entries: parseOutline(text.content).scenes }
}

/** Which scene file belongs to which entry; the first in tree order is the entry's own. */
export function matchScenes(scenes: readonly VfsFile[], entries: readonly OutlineScene[]) {
  const byScene = new Map<string, EntryMatch>()
  const byEntry = new Map<number, VfsFile>()
  const matchOf = entryMatcher(entries)
  for (const scene of scenes) {
    const match = matchOf(scene.path)
    if (!match) continue
    byScene.set(scene.path, match)
    if (!byEntry.has(match.entry.number)) byEntry.set(match.entry.number, scene)
  }
  return { byScene, byEntry }
}
