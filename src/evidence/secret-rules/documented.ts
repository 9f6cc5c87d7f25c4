import {
  hasLetterAndDigit,
  isHarmless,
  isIdentifier,
  isMaskedToken,
  isSeparatedWords,
  judgedLength,
} from './harmless.ts'
import { type FoundSecret, type KeywordRule, patternRule, withKeywords } from './rule.ts'

/**
 * The kinds that a requirement document names, in the order in which they are replaced. `x{8}x*` is `x{8,}` for which
 * the engine does not run out of stack on megabytes.
 */
export const documentedRules: readonly KeywordRule[] = [
  withKeywords(
    '-----begin ',
    patternRule(
      'private_key',
      /-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----(?:[\s\S]*?-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----|[\s\S]*$)/g,
    ),
  ),
  withKeywords(
    '://',
    patternRule(
      'url_credentials',
      /:\/\/(?<=\b(?<before>[A-Za-z][A-Za-z0-9+.-]*):\/\/)[^\s/:@"'<>[\]]+:(?<value>[^\s/@"'<>[\]]+)@/g,
      password => !isHarmless(password) && !/^(?:password|pass|pwd|secret)$/i.test(password),
    ),
  ),
  withKeywords('akia|asia', patternRule('aws_access_key', /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g)),
  withKeywords(
    'ghp_|gho_|ghu_|ghs_|ghr_|github_pat_',
    patternRule(
      'github_token',
      /\b(?:gh[pousr]_[A-Za-z0-9]{20}[A-Za-z0-9]*|github_pat_[A-Za-z0-9_]{20}[A-Za-z0-9_]*)/g,
      isToken,
    ),
  ),
  withKeywords('glpat-', patternRule('gitlab_token', /\bglpat-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g, isToken)),
  withKeywords('sk-', patternRule('api_key', /\bsk-[A-Za-z0-9_-]{20}[A-Za-z0-9_-]*/g, isToken)),
  withKeywords('xox', patternRule('slack_token', /\bxox[abeoprs]-[A-Za-z0-9-]{10}[A-Za-z0-9-]*/g, isToken)),
  withKeywords('aiza', patternRule('google_api_key', /\bAIza[0-9A-Za-z_-]{35}/g)),
  withKeywords('npm_', patternRule('npm_token', /\bnpm_[A-Za-z0-9]{36}/g, isToken)),
  withKeywords(
    'k_live_|k_test_',
    patternRule('stripe_key', /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16}[A-Za-z0-9]*/g, isToken),
  ),
  withKeywords('hf_', patternRule('huggingface_token', /\bhf_[A-Za-z0-9]{30}[A-Za-z0-9]*/g, isToken)),
  withKeywords(
    'eyj',
    patternRule(
      'jwt',
      /\.(?<=\b(?<before>eyJ[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*)\.)[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8}[A-Za-z0-9_-]*/g,
    ),
  ),
  withKeywords(
    'bearer',
    patternRule(
      'bearer_token',
      /\bbearer\s+(?<value>[A-Za-z0-9._~+/=-]{16}[A-Za-z0-9._~+/=-]*)/gi,
      value => !isSeparatedWords(value) && !isHarmless(value),
    ),
  ),
  withKeywords(
    'pass|pwd|secret|token|key|credential|connection|mnemonic|otp|sessionid|sessid|_pw|_auth',
    assignedSecrets,
  ),
]

/** `sk-some-kebab-case-name` and `ghp_xxxxxxxxxxxx` have the form of a token and are none. */
function isToken(match: string): boolean {
  const tail = match.replace(/^(?:github_pat_|[a-z]{2,5}[_-](?:live_|test_)?)/, '')
  return !isSeparatedWords(tail) && !isMaskedToken(tail)
}

const secretName = [
  'pass(?:word|wd|phrase|code)',
  'pwd',
  'secret',
  'token',
  '(?:api|access|secret|private|signing|encryption|master|account|auth|license|subscription|shared|service|webhook|deploy|app|application|storage|admin|client|session|cookie|jwt|hmac|rsa|ssh)[_. -]?key',
  'auth[_-]?token',
  'client[_-]?secret',
  'credentials?',
  'connection[_-]?string',
  'mnemonic',
  'otp[_-]?seed',
  'jsessionid',
  'phpsessid',
].join('|')

/** `DB_PASSWORD`, `dbPassword`, `SECRET_KEY_BASE`, `TOKEN_2`; then what makes it an assignment, and an opening quote. */
const assignment = new RegExp(
  String.raw`(?:${secretName}|(?<![A-Za-z0-9])pass|_pass|_pw|_auth|_key)(?:_(?:base|prod(?:uction)?|dev(?:elopment)?|staging|test|live|primary|secondary|old|new|value|\d{1,3})|\d{1,2})?(?:\\?["'\x60])?\]?\s*(?:>|:\s{0,4}&?[A-Za-z]{1,20}\s{0,4}=(?!=)|=>|:=|[:=])\s*(?:[brfu](?=["']))?(?:\\?["'\x60])?`,
  'gi',
)

/** As much of a name as is taken with its value. */
const longestPrefix = 64

/**
 * A name that ends like that of a secret, and a value of 8 or more with at least one letter and one digit. A variable
 * of the environment (`DB_PASSWORD=…`) may also have a value of letters only.
 */
function* assignedSecrets(text: string): Generator<FoundSecret> {
  let from = 0
  let free = 0
  for (;;) {
    assignment.lastIndex = from
    const found = assignment.exec(text)
    if (!found) return
    const valueStart = found.index + found[0].length
    const start = nameStart(text, found.index, free)
    const name = text.slice(start, valueStart)
    const judged = judgedEnd(text, valueStart, name)
    const isElement = found[0].includes('>') && !found[0].includes('=')
    // One of several parts, as in arn:aws:secretsmanager:…:secret:prod/db.
    const isPart = text.charAt(start - 1) === ':' && found[0].endsWith(':')
    const isWhole = !isElement || (text.charAt(start - 1) === '<' && text.charAt(judged) === '<')
    if (isWhole && !isPart && isSecretValue(name, text.slice(valueStart, judged), text.charAt(judged))) {
      const end = valueEnd(text, valueStart, name)
      yield { kind: 'assigned_secret', start, end }
      from = free = end
    } else from = found.index + 1
  }
}

function nameStart(text: string, at: number, free: number): number {
  let start = at
  const least = Math.max(free, at - longestPrefix)
  while (start > least && isNamePart(text.charCodeAt(start - 1))) start--
  // Neither an option's dashes nor a path before the name belong to it.
  while (start < at && !isWordPart(text.charCodeAt(start))) start++
  return start
}

/** Letters, digits, `_`, `-` and `.`. */
function isNamePart(code: number): boolean {
  return isWordPart(code) || code === 0x2d || code === 0x2e
}

function isWordPart(code: number): boolean {
  return (
    (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code === 0x5f
  )
}

const plainValue = { begin: /[A-Za-z0-9_+/=.!@#%^&*-]{0,64}/y, whole: /[A-Za-z0-9_+/=.!@#%^&*-]*/y }
const shellWord = { begin: /[^\s"'`;,)}\]<>\\|]{0,64}/y, whole: /[^\s"'`;,)}\]<>\\|]*/y }

/** Where as much of a value ends as it takes to judge it. */
function judgedEnd(text: string, start: number, name: string): number {
  const close = closingQuote(text, start)
  return close > start ? Math.min(close, start + judgedLength) : runEnd(text, start, runOf(name).begin)
}

/** Up to the closing quote on the same line, or as far as the characters of a value go. */
function valueEnd(text: string, start: number, name: string): number {
  const close = closingQuote(text, start)
  return close > start ? close : runEnd(text, start, runOf(name).whole)
}

function runOf(name: string) {
  return isVariable(name) ? shellWord : plainValue
}

function runEnd(text: string, start: number, run: RegExp): number {
  run.lastIndex = start
  return start + (run.exec(text)?.[0].length ?? 0)
}

/** Answers -1 where the line, or what is judged of it, ends before. No quote is passed, so no text is looked at twice. */
function closingQuote(text: string, start: number): number {
  const quote = text.charAt(start - 1)
  if (quote !== '"' && quote !== "'" && quote !== '`') return -1
  for (let at = start; at < text.length && at - start < longestQuoted; at++) {
    const char = text.charAt(at)
    if (char === '\n') return -1
    if (char === quote) return text.charAt(at - 1) === '\\' ? at - 1 : at
  }
  return -1
}

const longestQuoted = 4096

/** `DB_PASSWORD=` as a shell or an .env file writes it. */
function isVariable(name: string): boolean {
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+=["'`]?$/.test(name) || /^[A-Z]{2,}PASSWORD=["'`]?$/.test(name)
}

/** Names that mean a secret only when the value looks generated. */
const weakName =
  /(?:_auth|credentials?|session[_-]?key|sessi?o?n?id|(?:cookie|app|application|client|storage|account)[_. -]?key)\\?["'`]?\]?\s*(?:=>|:=|[:=])/i
/** Other names that end in `_KEY` mean one only where a variable is set. */
const otherKey = /_key(?:_\w{1,16})?["'`]?\]?\s*(?:=>|:=|[:=])/i
const strongKey = new RegExp(String.raw`(?:${secretName})(?:_\w{1,16})?["'\x60]?\]?\s*(?:=>|:=|[:=])`, 'i')
const openKey = /public|publishable|cache|primary|foreign|partition|sort|idempotency|object|row|hot|shortcut/i

function isSecretValue(name: string, value: string, next: string): boolean {
  if (value.length < 8) return false
  const isQuoted = /["'`]$/.test(name)
  const isMixed = hasLetterAndDigit(value)
  // Most values that are not secrets end here.
  if (!isMixed && !isQuoted && !isVariable(name)) return false
  // A call or an index: `token = parseToken2(…)`.
  if (!isQuoted && /[([{]/.test(next)) return false
  if (isHarmless(value) || isPath(value) || openKey.test(name)) return false
  if (/\s/.test(value)) return /mnemonic/i.test(name)
  if (!/pass|pwd/i.test(name) && isIdentifier(value)) return false
  if (weakName.test(name) && value.includes(':') && !value.startsWith('base64:')) return false
  if (weakName.test(name)) return value.length >= 16 && isGenerated(value)
  if (otherKey.test(name) && !strongKey.test(name)) return isVariable(name) && value.length >= 16 && isGenerated(value)
  if (isVariable(name)) return /[A-Za-z]/.test(value)
  return isMixed || (/[A-Za-z]/.test(value) && /[^A-Za-z0-9._/:-]/.test(value))
}

function isPath(value: string): boolean {
  const isMixed = /[a-z]/.test(value) && /[A-Z]/.test(value) && /[0-9]/.test(value)
  return /^(?:\.{0,2}|~)\/[\w.@-]+(?:\/|$)/.test(value) && !/[+=]/.test(value) && !isMixed
}

/** Mixed as only a generator mixes: letters and several digits. */
function isGenerated(value: string): boolean {
  return value.replace(/[^0-9]/g, '').length >= 3 && /[A-Za-z]/.test(value)
}
