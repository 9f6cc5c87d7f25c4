import { setImmediate } from 'node:timers/promises'
import { cutTo } from '../../kernel/text.ts'
import { type CardKnowledge, characterOf, knowledgeOf } from '../text/card-knowledge.ts'
import type { CardText, Entity } from '../text/entities.ts'
import { type EntryMatch, entryMatcher } from '../text/entry-match.ts'
import type { Fact } from '../text/facts.ts'
import { proseFacts } from '../text/prose-facts.ts'
import { numberInName, type SceneHead, sceneHead } from '../text/scene-head.ts'
import { type Passage, passageOf } from '../text/sentences.ts'
import { structureOf } from '../text/structure.ts'
import { discoverOutline } from '../workspace/describe.ts'
import { type OutlineScene, parseOutline } from '../workspace/outline.ts'
import type { FileText, PathFault, Resolved, Snapshot, VfsFile } from '../workspace/vfs.ts'
import { pathFault, type ToolContext, ToolFault } from './tool.ts'

export interface OpenedFile {
  file: VfsFile
  resolved: 'exact' | 'case' | 'basename'
  text: FileText
}

/** The files of one run: each is read once, and between two of them a run can be stopped. */
export class WorkspaceReader {
  readonly snapshot: Snapshot
  readonly #signal: AbortSignal
  readonly #read = new Map<string, FileText | { fault: PathFault }>()
  #known: CardKnowledge | undefined

  constructor({ snapshot, signal }: Pick<ToolContext, 'snapshot' | 'signal'>) {
    this.snapshot = snapshot
    this.#signal = signal
  }

  /** The file a caller's path means; throws why it cannot be read. */
  async open(path: string): Promise<OpenedFile> {
    const opened = await this.tryToOpen(path)
    if ('fault' in opened) throw pathFault(opened.fault)
    return opened
  }

  /** The same, with the fault as an answer. */
  async tryToOpen(path: string): Promise<OpenedFile | { path: string; fault: PathFault }> {
    const found = this.resolve(path)
    if ('fault' in found) return { path: cutTo(path.toWellFormed(), 200), fault: found.fault }
    const text = await this.read(found.file)
    return 'fault' in text ? { path: found.file.path, fault: text.fault } : { ...found, text }
  }

  resolve(path: string): Resolved {
    return this.snapshot.resolve(path)
  }

  async read(file: VfsFile): Promise<FileText | { fault: PathFault }> {
    await this.pause()
    const read = this.#read.get(file.path) ?? (await this.snapshot.read(file))
    this.#read.set(file.path, read)
    return read
  }

  /** A file that may be unreadable without harm. */
  async peek(file: VfsFile): Promise<FileText | undefined> {
    const text = await this.read(file)
    return 'fault' in text ? undefined : text
  }

  /** What the cards of the snapshot make known. */
  async known(): Promise<CardKnowledge> {
    if (this.#known) return this.#known
    const cards: CardText[] = []
    for (const file of this.cards()) {
      const text = await this.peek(file)
      if (text) cards.push({ path: file.path, category: file.category ?? 'Misc', title: file.title, lines: text.lines })
    }
    const index = this.snapshot.files.find(file => file.class === 'canon')
    const hardness = indexedCards(index && (await this.peek(index)))
    this.#known = knowledgeOf(cards, hardness)
    return this.#known
  }

  cards(): VfsFile[] {
    return this.snapshot.files.filter(file => file.class === 'compendium')
  }

  fileOf(path: string): VfsFile {
    const file = this.snapshot.files.find(each => each.path === path)
    if (!file) throw new ToolFault('file_not_found')
    return file
  }

  async pause(): Promise<void> {
    await setImmediate()
    this.#signal.throwIfAborted()
  }
}

/** Files that could be the outline by their name are not scenes. */
export function scenesIn(snapshot: Snapshot): VfsFile[] {
  const outlines = outlinesIn(snapshot)
  return snapshot.files.filter(file => file.class === 'scene' && !outlines.has(file.path))
}

/** Files that by their name could be the outline. */
export function outlinesIn({ files }: Snapshot): Set<string> {
  const { path, others } = discoverOutline(files.map(file => file.path))
  return new Set(path === null ? others : [path, ...others])
}

/** The cards the canon index lists, each with the hardness of its row. */
export function indexedCards(index: FileText | undefined): Map<string, 'hard' | 'soft'> {
  const cards = new Map<string, 'hard' | 'soft'>()
  // Constraints may hold pipes too; only rows of tables begin with one.
  for (const line of index?.lines.filter(each => each.startsWith('|')) ?? []) {
    const [, path = '', , , hardness] = line.split(/(?<!\\)\|/).map(cell => cell.trim())
    if (hardness === 'hard' || hardness === 'soft') cards.set(path.replaceAll('\\|', '|'), hardness)
  }
  return cards
}

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
