/** What must never be written into anything Daybook makes: secrets by kind, and absolute paths. */
export interface Finding {
  kind: string
  what: 'secret' | 'path'
}

interface Detector {
  kind: string
  pattern: RegExp
}

const value = '(?=[A-Za-z0-9_+/=.!@#%^&*-]*[A-Za-z])(?=[A-Za-z0-9_+/=.!@#%^&*-]*[0-9])[A-Za-z0-9_+/=.!@#%^&*-]{8,}'
const names = 'password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|auth[_-]?token|client[_-]?secret'

/** In the order in which they are replaced. */
const secrets: readonly Detector[] = [
  {
    kind: 'private_key',
    pattern: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY-----|[\s\S]*$)/g,
  },
  { kind: 'url_credentials', pattern: /\b[A-Za-z][A-Za-z0-9+.-]*:\/\/[^\s/:@"'<>[\]]+:[^\s/@"'<>[\]]+@/g },
  { kind: 'aws_access_key', pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { kind: 'github_token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,})/g },
  { kind: 'gitlab_token', pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { kind: 'api_key', pattern: /\bsk-[A-Za-z0-9_-]{20,}/g },
  { kind: 'slack_token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  { kind: 'google_api_key', pattern: /\bAIza[0-9A-Za-z_-]{35}/g },
  { kind: 'npm_token', pattern: /\bnpm_[A-Za-z0-9]{36}/g },
  { kind: 'stripe_key', pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/g },
  { kind: 'huggingface_token', pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { kind: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g },
  { kind: 'bearer_token', pattern: /\bbearer\s+[A-Za-z0-9._~+/=-]{16,}/gi },
  { kind: 'assigned_secret', pattern: new RegExp(String.raw`\b(?:${names})["']?\s*[:=]\s*["']?${value}`, 'gi') },
]

const posixPath = /(?<![\w.:])\/(?:home|Users|var|tmp|etc|opt|mnt|root)\/[^\s"'`<>|)\]},;]+/g
const windowsPath = /(?<![A-Za-z0-9])[A-Za-z]:(?:\\|\/Users\/)[^\s"'`<>|)\]},;]+/g
const paths = [posixPath, windowsPath]

/** The first thing in a text that must not be written, by its kind only: the matched text is never handed on. */
export function findUnwritable(text: string): Finding | undefined {
  const secret = secrets.find(({ pattern }) => text.search(pattern) >= 0)
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

function redactOnce(text: string, root: string | undefined): string {
  const named = secrets.reduce((kept, { kind, pattern }) => kept.replace(pattern, `[redacted:${kind}]`), text)
  const relative = root ? named.replace(rootPattern(root), (_, rest: string | undefined) => rest || '.') : named
  return paths.reduce((kept, pattern) => kept.replace(pattern, path => `…/${lastPart(path)}`), relative)
}

/** The root itself, or the root with what follows; `/srv/app2` is not inside `/srv/app`. */
function rootPattern(root: string): RegExp {
  const escaped = root.replace(/[\\/]+$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
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
