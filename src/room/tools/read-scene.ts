import type { Entity } from '../text/entities.ts'
import type { Fact } from '../text/facts.ts'
import { characterOf, type Known } from '../text/known.ts'
import { type Passage, passageOf } from '../text/passages.ts'
import { proseFacts } from '../text/prose-facts.ts'
import { numberInName, type SceneHead, sceneHead } from '../text/scene-head.ts'
import { structureOf } from '../text/structure.ts'
import type { OutlineScene } from '../workspace/outline.ts'
import type { FileText } from '../workspace/vfs.ts'

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

export function readScene(file: FileText, known: Known, entry: OutlineScene | undefined): ReadScene {
  const head = sceneHead(file.lines)
  const pov = head.pov?.name ?? entry?.pov ?? null
  const narrator = characterOf(known, pov)
  const { blocks } = structureOf(file.lines, line => line === head.povLine)
  const passages = blocks.map(block => passageOf(block, known.names))
  const told = passages.filter(each => each.block.kind === 'paragraph' || each.block.kind === 'item')
  const facts = proseFacts(told, { path: file.path, narrator, subject: null }, known.sought)
  const number = head.number ?? numberInName(file.path) ?? entry?.declared_number ?? entry?.number ?? null
  return { path: file.path, file, head, pov, number, narrator, blocks: passages, facts }
}
