import {
  linesWithEnds,
  type OutlineScene,
  opensEntry,
  type ParsedOutline,
  parseOutline,
  povOfLine,
  renderOutline,
} from './outline.ts'

/** One entry as a person wants it. With a number it is that entry, and what is not given stays. */
export interface WantedScene {
  number?: number | undefined
  title: string
  /** An empty text takes the point of view away. */
  pov?: string | undefined
  summary?: string | undefined
  raw_body?: string | undefined
}

export interface OutlineChanges {
  moved: { title: string; from: number; to: number }[]
  edited: { title: string; number: number; fields: string[] }[]
  added: { title: string; number: number }[]
  removed: { title: string; number: number }[]
}

/** The outline with its entries in the wanted order and words; entries nobody changed keep their text to the byte. */
export function editOutline(
  outline: ParsedOutline,
  wanted: readonly WantedScene[],
): { text: string; changes: OutlineChanges } | { invalid: string } {
  const invalid = problemOf(outline, wanted)
  if (invalid !== undefined) return { invalid }
  const eol = linesWithEnds(renderOutline(outline)).find(({ end }) => end !== '')?.end ?? '\n'
  const changes: OutlineChanges = { moved: [], edited: [], added: [], removed: [] }
  const blocks = wanted.map((scene, index) => {
    const before = outline.scenes.find(({ number }) => number === scene.number)
    const { block, fields } = before ? changed(before, scene, eol) : { block: newEntry(scene, eol), fields: [] }
    const [title, to] = [scene.title, index + 1]
    if (!before) changes.added.push({ title, number: to })
    if (before && fields.length > 0) changes.edited.push({ title, number: to, fields })
    if (before && before.number !== to) changes.moved.push({ title, from: before.number, to })
    return block
  })
  const kept = new Set(wanted.map(({ number }) => number))
  for (const { title, number } of outline.scenes) if (!kept.has(number)) changes.removed.push({ title, number })
  const text = [outline.preamble, ...blocks].reduce((whole, block) => endLine(whole, block, eol) + block)
  const read = parseOutline(text).scenes
  const asWanted =
    read.length === wanted.length && wanted.every(({ title }, index) => read[index]?.title === title.trim())
  return asWanted ? { text, changes } : { invalid: 'scenes' }
}

/** What the issue says that a changed outline opens. */
export function outlineChangeIssue({ moved, edited, added, removed }: OutlineChanges) {
  const lines = [
    ...moved.map(({ title, from, to }) => `- Moved from ${from} to ${to}: ${title}`),
    ...edited.map(({ title, number, fields }) => `- Edited ${number} (${fields.join(', ')}): ${title}`),
    ...added.map(({ title, number }) => `- Added at ${number}: ${title}`),
    ...removed.map(({ title, number }) => `- Removed ${number}: ${title}`),
  ]
  return { title: 'The outline was changed', body: lines.join('\n'), tags: ['outline-change'] }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a heading holds one line
const oneLine = /^[^\u0000-\u001f\u007f]*$/

function problemOf(outline: ParsedOutline, wanted: readonly WantedScene[]): string | undefined {
  const numbers = wanted.flatMap(({ number }) => (number === undefined ? [] : [number]))
  if (new Set(numbers).size !== numbers.length) return 'scenes.number'
  if (numbers.some(number => !outline.scenes.some(scene => scene.number === number))) return 'scenes.number'
  if (wanted.some(({ title }) => !oneLine.test(title))) return 'scenes.title'
  if (wanted.some(({ pov = '' }) => !oneLine.test(pov) || /[()[\]]/.test(pov))) return 'scenes.pov'
  const bodies = wanted.flatMap(({ summary = '', raw_body = '' }) => linesWithEnds(`${summary}\n${raw_body}`))
  return bodies.some(({ text }) => opensEntry(text)) ? 'scenes.raw_body' : undefined
}

function changed(before: OutlineScene, wanted: WantedScene, eol: string): { block: string; fields: string[] } {
  const given = { ...before, ...dropUndefined(wanted) }
  const title = given.title.trim() !== before.title
  const pov = (given.pov ?? '').trim() !== (before.pov ?? '')
  const body = wanted.raw_body !== undefined && wanted.raw_body !== before.raw_body
  const summary = !body && given.summary.trim() !== before.summary
  const povInBody = povOfHeading(before) === undefined && before.pov !== undefined
  const heading = title || (pov && !povInBody) ? headingOf(given, povInBody) : before.raw_heading
  const raw = body ? given.raw_body : bodyOf(before, given, { summary, pov: pov && povInBody }, eol)
  return {
    block: heading + (before.heading_end || (raw === '' ? '' : eol)) + raw,
    fields: Object.entries({ title, pov, summary, body }).flatMap(([name, is]) => (is ? [name] : [])),
  }
}

function povOfHeading({ raw_heading }: OutlineScene): string | undefined {
  return parseOutline(raw_heading).scenes[0]?.pov
}

function dropUndefined(wanted: WantedScene): Partial<OutlineScene> {
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

function headingOf(scene: { declared_number?: number; title: string; pov?: string | undefined }, povInBody: boolean) {
  const number = scene.declared_number === undefined ? '' : `Scene ${scene.declared_number}: `
  const pov = povInBody || !scene.pov?.trim() ? '' : ` (POV: ${scene.pov.trim()})`
  return `## ${number}${scene.title.trim()}${pov}`
}

function bodyOf(
  before: OutlineScene,
  given: OutlineScene,
  is: { summary: boolean; pov: boolean },
  eol: string,
): string {
  if (!is.summary && !is.pov) return before.raw_body
  const lines = linesWithEnds(before.raw_body)
  const povAt = lines.findIndex(({ text }) => povOfLine(text) !== undefined)
  const pov = given.pov?.trim() ? `POV: ${given.pov.trim()}` : undefined
  if (!is.summary) {
    return lines
      .flatMap((line, at) => (at !== povAt ? line.text + line.end : pov ? pov + (line.end || eol) : []))
      .join('')
  }
  const povLine = is.pov ? pov : lines[povAt]?.text
  const parts = [
    ...(povAt >= 0 && povLine !== undefined ? [povLine] : []),
    ...(given.summary.trim() ? [given.summary.trim()] : []),
  ]
  return parts.map(part => `${eol}${part}${eol}`).join('') + eol
}

function newEntry({ title, pov, summary, raw_body }: WantedScene, eol: string): string {
  const body = raw_body ?? (summary?.trim() ? `${eol}${summary.trim()}${eol}${eol}` : eol)
  return headingOf({ title, pov }, false) + eol + body
}

/** A heading opens an entry only at the start of a line. */
function endLine(whole: string, next: string, eol: string): string {
  return whole === '' || next === '' || /[\r\n]$/.test(whole) ? whole : whole + eol
}
