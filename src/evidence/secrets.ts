import { trimEndOf } from '../kernel/trim.ts'
/** What must never be written into anything Daybook makes: secrets by kind, and absolute paths. */
export interface Finding {
  kind: string
  what: 'secret' | 'path'
}

interface Detector {
  kind: string
  spans: (text: string) => Generator<Span>
}

/** From, and just past, what was found. */
type Span = [start: number, end: number]

const names = 'password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?token|client[_-]?secret'

/**
 * In the order in which they are replaced. Time must not grow faster than the text: where a match may begin at many
 * places before the one character that decides, the pattern starts at that character and looks back (group 1).
 * `x{8}x*` is `x{8,}` for which the engine does not run out of stack on megabytes.
 */
const secrets: readonly Detector[] = [
  matching(
    'private_key',
    /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY-----|[\s\S]*$)/g,
  ),
  matching('url_credentials', /:\/\/(?<=\b([A-Za-z][A-Za-z0-9+.-]*):\/\/)[^\s/:@"'<>[\]]+:[^\s/@"'<>[\]]+@/g),
  matching('aws_access_key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g),
  matching('github_token', /\b(?:gh[pousr]_[A-Za-z0-9]{20}[A-Za-z0-9]*|github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*)/g),
  matching('gitlab_token', /\bglpat-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g),
  matching('api_key', /\bsk-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g),
  matching('slack_token', /\bxox[abeoprs]-[A-Za-z0-9-]{10}[A-Za-z0-9-]*/g),
  matching('google_api_key', /\bAIza[0-9A-Za-z_-]{35}/g),
  matching('npm_token', /\bnpm_[A-Za-z0-9]{36}/g),
  matching('stripe_key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16}[A-Za-z0-9]*/g),
  matching('huggingface_token', /\bhf_[A-Za-z0-9]{30}[A-Za-z0-9]*/g),
  matching(
    'jwt',
    /\.(?<=\b(eyJ[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*)\.)[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*/g,
  ),
  matching('bearer_token', /\bbearer\s+[A-Za-z0-9._~+/=-]{16}[A-Za-z0-9._~+/=-]*/gi),
  { kind: 'assigned_secret', spans: assignedSecrets },
]

function matching(kind: string, pattern: RegExp): Detector {
  return {
    kind,
    *spans(text) {
      pattern.lastIndex = 0
      let free = 0
      for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
        const start = found.index - (found[1]?.length ?? 0)
        if (start >= free) {
          yield [start, pattern.lastIndex]
          free = pattern.lastIndex
        } else pattern.lastIndex = found.index + 1
      }
    },
  }
}

const assignment = new RegExp(String.raw`\b(?:${names})["']?\s*[:=]\s*["']?`, 'gi')

/** A name that means a secret, and a value of 8 or more with at least one letter and one digit. */
function* assignedSecrets(text: string): Generator<Span> {
  assignment.lastIndex = 0
  let value = { end: 0, lastLetter: -1, lastDigit: -1 }
  for (let found = assignment.exec(text); found; found = assignment.exec(text)) {
    const start = assignment.lastIndex
    if (start >= value.end) value = valueAt(text, start)
    const isSecret = value.end - start >= 8 && value.lastLetter >= start && value.lastDigit >= start
    if (!isSecret) continue
    yield [found.index, value.end]
    assignment.lastIndex = value.end
  }
}

/** Where a value that begins here ends, and what is in it. */
function valueAt(text: string, start: number) {
  const run = /[A-Za-z0-9_+/=.!@#%^&*-]*/y
  run.lastIndex = start
  const end = start + (run.exec(text)?.[0].length ?? 0)
  return { end, lastLetter: lastOf(/[A-Za-z]/, text, start, end), lastDigit: lastOf(/[0-9]/, text, start, end) }
}

function lastOf(kind: RegExp, text: string, start: number, end: number): number {
  for (let at = end - 1; at >= start; at--) if (kind.test(text.charAt(at))) return at
  return -1
}

const posixPath = /(?<![\w.:])\/(?:home|Users|var|tmp|etc|opt|mnt|root)\/[^\s"'`<>|)\]},;]+/g
const windowsPath = /(?<![A-Za-z0-9])[A-Za-z]:(?:\\|\/Users\/)[^\s"'`<>|)\]},;]+/g
const paths = [posixPath, windowsPath]

/** The first thing in a text that must not be written, by its kind only: the matched text is never handed on. */
export function findUnwritable(text: string): Finding | undefined {
  const secret = secrets.find(({ spans }) => !spans(text).next().done)
  if (secret) return { kind: secret.kind, what: 'secret' }
  return paths.some(pattern => text.search(pattern) >= 0) ? { kind: 'path', what: 'path' } : undefined
}

const withheld = '[withheld]'

/** The text with secrets named, the project's own paths made relative and other absolute paths cut to their last part. */
export function redact(text: string, root?: string): string {
  let clean = text
  for (let round = 0; round < 3; round++) {
    const next = redactOnce(clean, root)
    if (next === clean) break
    clean = next
  }
  return findUnwritable(clean) ? withheld : clean
}

/** The text with secrets named and everything else left, for a reader that must see the paths. */
export function withoutSecrets(text: string): string {
  return secrets.reduce((kept, { kind, spans }) => replaced(kept, spans(kept), `[redacted:${kind}]`), text)
}

function redactOnce(text: string, root: string | undefined): string {
  const named = withoutSecrets(text)
  const base = root && trimEndOf(root, '\\/')
  // A root of the whole file system makes nothing relative.
  const relative = base && named.includes(base) ? named.replace(rootPattern(base), withinRoot) : named
  return paths.reduce((kept, pattern) => kept.replace(pattern, path => `…/${lastPart(path)}`), relative)
}

function withinRoot(_: string, rest: string | undefined): string {
  return rest || '.'
}

function replaced(text: string, spans: Iterable<Span>, by: string): string {
  const kept: string[] = []
  let at = 0
  for (const [start, end] of spans) {
    kept.push(text.slice(at, start), by)
    at = end
  }
  return at === 0 ? text : kept.join('') + text.slice(at)
}

/** The root itself, or the root with what follows; `/srv/app2` is not inside `/srv/app`. */
function rootPattern(root: string): RegExp {
  const escaped = root.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(String.raw`(?<![\w.])${escaped}(?:[\\/]([^\s"'\`<>|)\]},;]*)|(?![\w.-]))`, 'g')
}

function lastPart(path: string): string {
  return (
    path
      .split(/[\\/]+/)
      .filter(Boolean)
      .at(-1) ?? ''
  )
}
