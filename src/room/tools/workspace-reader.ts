import { setImmediate } from 'node:timers/promises'
import { type CardKnowledge, knowledgeOf } from '../text/card-knowledge.ts'
import type { CardText } from '../text/entities.ts'
import { discoverOutline } from '../workspace/describe.ts'
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

  /** The file a caller's path means, or the fault that says why not. */
  async open(path: string): Promise<OpenedFile> {
    const found = this.resolve(path)
    if ('fault' in found) throw pathFault(found.fault)
    const text = await this.read(found.file)
    if ('fault' in text) throw pathFault(text.fault)
    return { ...found, text }
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

  /** Files that could be the outline by their name are not scenes. */
  scenes(): VfsFile[] {
    const outlines = this.#outlines()
    return this.snapshot.files.filter(file => file.class === 'scene' && !outlines.has(file.path))
  }

  /** Other files that by their name could be the outline. */
  otherOutlines(path: string): string[] {
    return [...this.#outlines()].filter(each => each !== path)
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

  #outlines(): Set<string> {
    const { path, others } = discoverOutline(this.snapshot.files.map(file => file.path))
    return new Set(path === null ? others : [path, ...others])
  }
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
