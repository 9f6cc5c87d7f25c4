import { z } from 'zod'
import { withLock } from '../../files/lock.ts'
import { sha256 } from '../../files/sha256.ts'
import { withoutUndefined } from '../../kernel/json.ts'
import type { OutlineScene as OutlineSceneSchema } from '../schema.ts'
import { discoverOutline } from './describe.ts'
import { lockFile, lockWaitMs } from './layout.ts'
import type { Workspace } from './open.ts'
import type { FileText, PathFaultCode, Snapshot } from './vfs.ts'
import { replaceKeepingMode } from './write-file.ts'

/** One entry of the outline, with the exact text it came from. */
export interface OutlineScene extends z.output<typeof OutlineSceneSchema> {
  /** The terminator of the heading line. */
  heading_end: string
}

interface ParsedOutline {
  /** Everything before the first entry, byte for byte. */
  preamble: string
  scenes: OutlineScene[]
}

/** Reads an outline without losing anything: `renderOutline(parseOutline(text)) === text` for every text. */
export function parseOutline(text: string): ParsedOutline {
  const lines = linesWithEnds(text)
  const headings = lines.flatMap(({ text: line }, index) => (opensEntry(line) ? [index] : []))
  const raw = (from: number, to: number | undefined) =>
    lines
      .slice(from, to)
      .map(line => line.text + line.end)
      .join('')
  return {
    preamble: raw(0, headings[0]),
    scenes: headings.map((start, index) => {
      const next = headings[index + 1] ?? lines.length
      const body = lines.slice(start + 1, next).map(line => line.text)
      const { text: heading, end } = lines[start] ?? { text: '', end: '' }
      return {
        number: index + 1,
        ...entryOf(heading, body),
        start_line: start + 1,
        end_line: next,
        raw_heading: heading,
        heading_end: end,
        raw_body: raw(start + 1, next),
      }
    }),
  }
}

/** The one renderer: what the tree serves, what the outline answer carries and what is written are its bytes. */
export function renderOutline({ preamble, scenes }: ParsedOutline): string {
  return preamble + scenes.map(scene => scene.raw_heading + scene.heading_end + scene.raw_body).join('')
}

function opensEntry(line: string): boolean {
  return /^##[ \t]+/.test(line)
}

/** The point of view a body line names, or undefined when it names none. */
export function povOfLine(line: string): string | undefined {
  const label = /^\s*(?:\*\*)?POV(?:\*\*)?:(?:\*\*)?/i.exec(line)?.[0]
  if (label === undefined) return undefined
  return line.slice(label.length).trim().replace(/\*\*$/, '').trim() || undefined
}

interface Line {
  text: string
  /** CRLF, LF, CR, or nothing at the end of the text. */
  end: string
}

function linesWithEnds(text: string): Line[] {
  return Array.from(text.matchAll(/([^\r\n]*)(\r\n|\n|\r)|[^\r\n]+$/g), ([whole, line, end]) =>
    end === undefined ? { text: whole, end: '' } : { text: line ?? '', end },
  )
}

function entryOf(heading: string, body: readonly string[]) {
  const words = heading.replace(/^##[ \t]+/, '').trim()
  const declared = /^scene[ \t]+(\d{1,9})(?![\p{L}\p{N}])[ \t]*[:\-–—]?[ \t]*/iu.exec(words)
  const { title, pov } = splitPov(declared ? words.slice(declared[0].length) : words)
  const povLine = body.findIndex(line => povOfLine(line) !== undefined)
  const view = pov ?? povOfLine(body[povLine] ?? '')
  return {
    ...(declared && { declared_number: Number(declared[1]) }),
    title,
    ...(view !== undefined && { pov: view }),
    summary: body
      .filter((line, index) => index !== povLine && line.trim() !== '')
      .map(line => line.trim())
      .join(' '),
  }
}

const bracketed = /\(POV:([^()]*)\)|\[POV:([^[\]]*)\]/i

/** "Title (POV: Name)", "Title [POV: Name]" or "Title — Name POV". */
function splitPov(words: string): { title: string; pov?: string } {
  const found = bracketed.exec(words)
  if (!found) return splitTrailingPov(words)
  const pov = (found[1] ?? found[2] ?? '').trim()
  if (!pov) return { title: words }
  const before = words.slice(0, found.index).trim()
  const after = words.slice(found.index + found[0].length).trim()
  return { title: [before, after].filter(Boolean).join(' '), pov }
}

function splitTrailingPov(words: string): { title: string; pov?: string } {
  const dash = words.lastIndexOf('—')
  const behind = words.slice(dash + 1).trim()
  if (dash < 0 || !/[ \t]POV$/i.test(behind)) return { title: words }
  return { title: words.slice(0, dash).trim(), pov: behind.slice(0, -'POV'.length).trim() }
}

/** One entry as a person wants it. With a number it is that entry, and what is not given stays. */
export const WantedScene = z.strictObject({
  number: z.int().min(1).describe('The entry it is now; absent for a new one').optional(),
  title: z.string(),
  /** An empty text takes the point of view away. */
  pov: z.string().optional(),
  summary: z.string().optional(),
  raw_body: z.string().optional(),
})
export type WantedScene = z.output<typeof WantedScene>

const Placed = z.object({ title: z.string(), number: z.int() })

export const OutlineChanges = z.object({
  moved: z.array(z.object({ title: z.string(), from: z.int(), to: z.int() })),
  edited: z.array(Placed.extend({ fields: z.array(z.string()) })),
  added: z.array(Placed),
  removed: z.array(Placed),
})
export type OutlineChanges = z.output<typeof OutlineChanges>

/** The outline with its entries in the wanted order and words; unchanged entries keep their text to the byte. */
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
    const { block, fields } = before ? changeEntry(before, scene, eol) : { block: newEntry(scene, eol), fields: [] }
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

function changeEntry(before: OutlineScene, wanted: WantedScene, eol: string): { block: string; fields: string[] } {
  const given = { ...before, ...withoutUndefined(wanted) }
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

interface ServedOutline {
  outline: { path: string; title: string; scenes: OutlineScene[]; other_candidates: string[] }
  /** Exactly what the tree serves for that path. */
  content: string
  sha256: string
}

type Unreadable = { fault: { code: PathFaultCode } }

export async function readOutline(snapshot: Snapshot): Promise<ServedOutline | { outline: null } | Unreadable> {
  const file = snapshot.files.find(({ path }) => path === snapshot.outlinePath)
  if (!file) return { outline: null }
  const text = await snapshot.read(file)
  if ('fault' in text) return { fault: { code: text.fault.code } }
  return serveOutline(snapshot, text, file.title)
}

interface OutlineWrite {
  /** The hash of the outline that was read. */
  ifMatch: string
  scenes: Parameters<typeof editOutline>[1]
}

type OutlineWritten =
  | (ServedOutline & { changes: OutlineChanges })
  | Unreadable
  | { fault: { code: 'stale_outline' | 'outline_not_found' } }
  | { fault: { code: 'invalid_request'; field: string } }

/** Writes the outline once, with its entries in the wanted order and words; unchanged entries keep every byte. */
export function writeOutline(workspace: Workspace, { ifMatch, scenes }: OutlineWrite): Promise<OutlineWritten> {
  return withLock(lockFile(workspace.root, 'files'), 'named', lockWaitMs, async () => {
    workspace.vfs.forget()
    const current = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in current) return current
    if (current.outline === null) return { fault: { code: 'outline_not_found' } }
    if (current.sha256 !== ifMatch) return { fault: { code: 'stale_outline' } }
    const edited = editOutline(parseOutline(current.content), scenes)
    if ('invalid' in edited) return { fault: { code: 'invalid_request', field: edited.invalid } }
    const physical = workspace.vfs.physicalOf(current.outline.path) ?? current.outline.path
    if (edited.text !== current.content) {
      const mark = sha256(current.content) === current.sha256 ? '' : '\ufeff'
      const replaced = await replaceKeepingMode(workspace.root, physical, Buffer.from(mark + edited.text))
      workspace.vfs.forget()
      if (!replaced) return { fault: { code: 'path_denied' } }
    }
    const written = await readOutline(await workspace.vfs.snapshot())
    if ('fault' in written) return written
    return written.outline === null ? { fault: { code: 'outline_not_found' } } : { ...written, changes: edited.changes }
  })
}

function serveOutline(snapshot: Snapshot, { path, content, sha256 }: FileText, title: string): ServedOutline {
  const { others } = discoverOutline(snapshot.files.map(file => file.path))
  return { outline: { path, title, scenes: parseOutline(content).scenes, other_candidates: others }, content, sha256 }
}
