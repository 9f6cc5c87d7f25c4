import type { About, Block } from './queries.ts'

export type Section = Block['sections'][number]
type LastBuild = About['lastBuild']

/** The text of every section, cut from the block by the sections' own sizes; two bytes separate them. */
export function sectionTexts({ text, sections }: Pick<Block, 'text' | 'sections'>): string[] {
  const bytes = new TextEncoder().encode(text)
  // A text may begin with a byte order mark, which is as much a part of it as any other character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let at = 0
  return sections.map(section => {
    const piece = decoder.decode(bytes.subarray(at, at + section.bytes))
    at += section.bytes + between
    return piece
  })
}

const between = 2

export type Change = 'new' | 'changed' | 'same' | undefined

/** How a section changed since the last build; undefined before the first build. */
export function changeOf({ name, sha256 }: Pick<Section, 'name' | 'sha256'>, last: LastBuild): Change {
  if (!last) return undefined
  const before = last.sections.find(section => section.name === name)
  if (!before) return 'new'
  return before.sha256 === sha256 ? 'same' : 'changed'
}

export function goneSince(sections: ReadonlyArray<Pick<Section, 'name'>>, last: LastBuild): string[] {
  return (last?.sections ?? []).map(({ name }) => name).filter(name => !sections.some(section => section.name === name))
}

/** The main author of a section's text; sections of one author share a colour. */
export type SectionKind = 'facts' | 'library' | 'instruction' | 'written' | 'records' | 'work'

const kinds: { [name: string]: SectionKind } = {
  project: 'facts',
  state: 'written',
  notes: 'written',
  extra: 'written',
  instruction: 'instruction',
  'open records': 'records',
  'recent work': 'work',
}

export function kindOf(name: string): SectionKind {
  return kinds[name] ?? 'library'
}

const names: { [name: string]: string } = {
  intro: 'Introduction',
  project: 'Facts',
  orientation: 'Orientation',
  tools: 'Tools',
  monorepo: 'Monorepo',
  state: 'State',
  'open records': 'Open records',
  'recent work': 'Recent work',
  instruction: 'Instruction',
  notes: 'Notes',
  extra: 'Extra text',
}

export function sectionName(name: string): string {
  return names[name] ?? name
}

export function sectionAnchor(name: string): string {
  return `section-${name.replaceAll(' ', '-')}`
}

/** Whole per cent; a part above zero is at least one. */
export function shareOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.max(1, Math.round((part / whole) * 100))
}
