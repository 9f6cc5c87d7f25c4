/** What a check of evidence may find. */
export const verdicts = ['verified', 'changed', 'missing', 'unchecked', 'forgotten'] as const
export type EvidenceVerdict = (typeof verdicts)[number]

export interface Evidence {
  kind: 'transcript' | 'file' | 'receipt' | 'work_item'
  ref: string
  lines?: string | undefined
  sha256?: string | undefined
}

/** What a place that evidence names holds now. */
export interface CitedNow {
  /** The hash of the cited bytes, where they can be cited with one. */
  sha256: string | undefined
  /** The bytes as text, where they are text that people read; long ones are cut. */
  text: string | undefined
  cut: boolean
}

/** Places that are no files, in the words of `ref`: a commit of the project's repository, an issue of its room. */
export const commitRef = /^commit:([0-9a-f]{7,40})$/
export const issueRef = /^issue:([1-9]\d{0,8})$/
const diaryRef = /^diary:([\d-]{10})\/([\w.-]{1,80})\/(\w+)$/

/** Where evidence leads, as the parts name it. */
export type EvidencePlace =
  | { kind: 'transcript'; date: string; key: string; session: string; lines: string }
  | { kind: 'work item'; date: string; key: string; item: string }
  | { kind: 'receipt'; id: string }
  | { kind: 'issue'; number: string }
  | { kind: 'commit'; hash: string }
  | { kind: 'file'; path: string; lines: string | undefined }
  | { kind: 'unknown'; ref: string }

export function placeOf({ kind, ref, lines }: Evidence): EvidencePlace {
  const [, date = '', key = '', place = ''] = diaryRef.exec(ref) ?? []
  if (kind === 'transcript' && place && lines) return { kind: 'transcript', date, key, session: place, lines }
  if (kind === 'work_item' && place) return { kind: 'work item', date, key, item: place }
  if (kind === 'receipt') return { kind: 'receipt', id: ref }
  if (kind !== 'file') return { kind: 'unknown', ref }
  const [, hash] = commitRef.exec(ref) ?? []
  if (hash) return { kind: 'commit', hash }
  const [, number] = issueRef.exec(ref) ?? []
  return number ? { kind: 'issue', number } : { kind: 'file', path: ref, lines }
}

/** What is cited, as a person would say it: without hashes of bytes and of projects. */
export function evidenceWords(evidence: Evidence): string {
  const place = placeOf(evidence)
  switch (place.kind) {
    case 'transcript':
      return `${linesText(place.lines)} of session ${place.session}, ${dayOf(place)}`
    case 'work item':
      return `work item ${place.item}, ${dayOf(place)}`
    case 'receipt':
      return `receipt ${place.id}`
    case 'issue':
      return `issue #${place.number}`
    case 'commit':
      return `commit ${place.hash}`
    case 'file':
      return place.lines ? `${place.path}, ${linesText(place.lines)}` : place.path
    case 'unknown':
      return place.ref
  }
}

/** `12-12` is line 12. */
export function linesWord(lines: string): string {
  const [first, last] = lines.split('-')
  return first === last ? (first ?? '') : lines
}

/** `line 12`, `lines 12-15`. */
export function linesText(lines: string): string {
  const word = linesWord(lines)
  return `${word === lines ? 'lines' : 'line'} ${word}`
}

function dayOf({ date, key }: { date: string; key: string }): string {
  return `${key.replace(/-[0-9a-f]{12}$/, '')} on ${date}`
}
