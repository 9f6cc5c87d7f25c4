import type { Issue } from './schema.ts'

type Told = Pick<Issue, 'title' | 'body' | 'tags' | 'comments'>

/** Shorter tellings of an issue, made from its own words; the whole of it is never lost. */
export function levelsOf(issue: Told): Pick<Issue, 'semanticTrace' | 'resolutionSummary' | 'compressedSummary'> {
  const { title, body, tags, comments } = issue
  const [first, last] = [comments[0], comments.at(-1)]
  const labels = tags.length > 0 ? ` [${tags.join(', ')}]` : ''
  return {
    semanticTrace: cutBytes(joined(title, firstSentence(body)), 220),
    resolutionSummary: `${cutBytes(oneLine(last?.body ?? body), 240 - Buffer.byteLength(labels))}${labels}`,
    compressedSummary: cutBytes(joined(title, oneLine(body).slice(0, 240), ...distinct(first?.body, last?.body)), 600),
  }
}

function joined(...parts: string[]): string {
  return parts.map(oneLine).filter(Boolean).join(' — ')
}

function distinct(...bodies: (string | undefined)[]): string[] {
  return [...new Set(bodies.filter(body => body !== undefined))]
}

function firstSentence(text: string): string {
  return /^.*?[.!?…](?=\s|$)/.exec(oneLine(text))?.[0] ?? oneLine(text)
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** At most so many bytes, cut between characters. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  let end = Math.max(0, most)
  // The bytes of one character that follow its first all begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--
  return bytes.subarray(0, end).toString()
}
