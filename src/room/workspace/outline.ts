/** One entry of the outline, with the exact text it came from. */
export interface OutlineScene {
  /** Its place in the outline, from 1. */
  number: number
  declared_number?: number
  title: string
  pov?: string
  start_line: number
  end_line: number
  summary: string
  /** The heading line without its terminator. */
  raw_heading: string
  /** The terminator of the heading line. */
  heading_end: string
  /** Everything up to the next heading, byte for byte. */
  raw_body: string
}

export interface ParsedOutline {
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

export function opensEntry(line: string): boolean {
  return /^##[ \t]+/.test(line)
}

/** The point of view a body line names, or undefined when the line is no such line. */
export function povOfLine(line: string): string | undefined {
  const label = /^\s*(?:\*\*)?POV(?:\*\*)?:(?:\*\*)?/i.exec(line)?.[0]
  if (label === undefined) return undefined
  return line.slice(label.length).trim().replace(/\*\*$/, '').trim() || undefined
}

export interface Line {
  text: string
  /** CRLF, LF, CR, or nothing at the end of the text. */
  end: string
}

export function linesWithEnds(text: string): Line[] {
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
